import { addMonths, toIsoDate } from '#rules/calendar.ts'
import { buildSearchRow } from '#rules/search-text.ts'
import {
  type ClientSeedContext,
  drawBankNumber,
  drawClientPerson,
  drawEmail,
  drawIdentity,
  drawIdentityValidity,
  drawOrigin,
  drawStreet,
  getForeignAddress,
  type SeedPerson,
} from './client-person.ts'
import { type SeedClients, traitNumbers } from './clients.ts'
import { type CopyValue, formatCopyRow } from './copy.ts'
import { addExternalPositions, externalPositionColumns, externalValueColumns } from './external-products.ts'
import { formatCvl, randomStreams, type SeedFirm } from './firm.ts'
import { buildLinkRows } from './links.ts'
import { drawLandlineNumber, drawMobileNumber } from './phones.ts'
import { createRandom, createWeightedDraw, drawBetween, getEvenShare, type RandomSource } from './random.ts'
import type { SeedStaff } from './staff.ts'

const clientColumns = [
  'id',
  'cvl',
  'kind',
  'name',
  'surname',
  'email',
  'phone',
  'country',
  'nationality',
  'identity_kind',
  'identity_number',
  'dni_valid_until',
  'dni_permanent',
  'birth_date',
  'registered_on',
  'street',
  'postal_code',
  'city',
  'province',
  'idioma',
  'zone_id',
  'channel',
  'kyc_status',
  'address_status',
  'form_status',
  'form_on',
  'lopd_status',
  'risk_level',
  'pep',
  'pep_approved_at',
  'next_review_on',
  'block_kind',
  'block_reason',
  'blocked_at',
  'created_at',
] as const
type ClientRecord = Record<(typeof clientColumns)[number], CopyValue>

/** The tables that a client's rows go to, in the order of their foreign keys, with the columns that are given. */
export const clientTableColumns = {
  cvl: 'code, given_at',
  client: clientColumns.join(', '),
  client_bank_account: 'id, client_id, number, is_payout, is_default, holder, known_since',
  client_staff: 'id, client_id, employee_id, role, valid_from, valid_to',
  client_search: 'client_id, name_text, cvl_text, email_text, phone_text, identity_text, bank_text',
  external_position: externalPositionColumns,
  external_position_value: externalValueColumns,
} as const
export type ClientTable = keyof typeof clientTableColumns
type ClientRows = Record<ClientTable, string[]>

const drawKycState = createWeightedDraw([
  ['approved', 0.55],
  ['verified', 0.15],
  ['pending', 0.09],
  ['missing', 0.08],
  ['unverified', 0.06],
  ['rejected', 0.04],
  ['failed', 0.03],
] as const)
const drawAddressState = createWeightedDraw([
  ['approved', 0.7],
  ['pending', 0.12],
  ['no_data', 0.13],
  ['rejected', 0.05],
] as const)
const drawLopdState = createWeightedDraw([
  ['signed', 0.72],
  ['sent', 0.08],
  ['viewed', 0.05],
  ['not_sent', 0.08],
  ['withdrawn', 0.04],
  ['superseded', 0.03],
] as const)
const drawFormState = createWeightedDraw([
  ['complete', 0.68],
  ['draft', 0.14],
  ['missing', 0.18],
] as const)
const drawClientBlock = createWeightedDraw([
  ['commercial', 0.006],
  ['documents', 0.006],
  ['legal', 0.006],
  [null, 0.982],
] as const)
const drawRiskLevel = createWeightedDraw([
  [1, 0.45],
  [2, 0.3],
  [3, 0.16],
  [4, 0.07],
  [5, 0.02],
] as const)
const drawChannel = createWeightedDraw([
  ['alliance', 0.1],
  ['partner', 0.16],
  ['direct', 0.74],
] as const)
const blockReasons = {
  commercial: 'Reclamación en curso',
  documents: 'Documentación caducada sin renovar',
  legal: 'Requerimiento de embargo',
}
const blockReasonsPortuguese = {
  commercial: 'Reclamação em curso',
  documents: 'Documentação caducada',
  legal: 'Ordem de penhora',
}

/** What the firm has checked and asked of a client; each state by its own quota. */
const drawVerificationStatus = (
  firm: SeedFirm,
  n: number,
  { since, isMinor }: { since: number; isMinor: boolean },
  random: RandomSource,
) => {
  // Minors have no profession to tell of, and no office.
  const form = isMinor ? 'missing' : drawFormState(getEvenShare(n, traitNumbers.form))
  const pepShare = isMinor ? 1 : getEvenShare(n, traitNumbers.pep)
  const block = drawClientBlock(getEvenShare(n, traitNumbers.block))
  const blockedOn = firm.today - drawBetween(random, 1, Math.max(1, Math.min(400, firm.today - since)))
  return {
    channel: drawChannel(getEvenShare(n, traitNumbers.channel)),
    kyc_status: drawKycState(getEvenShare(n, traitNumbers.kyc)),
    address_status: drawAddressState(getEvenShare(n, traitNumbers.address)),
    form_status: form,
    form_on: form === 'missing' ? null : toIsoDate(Math.min(firm.today, since + drawBetween(random, 0, 400))),
    lopd_status: drawLopdState(getEvenShare(n, traitNumbers.lopd)),
    risk_level: drawRiskLevel(getEvenShare(n, traitNumbers.risk)),
    pep: pepShare < 0.01,
    // Some are new, and nobody has looked at them yet.
    pep_approved_at: pepShare < 0.007 ? `${toIsoDate(since)} 11:00:00+00` : null,
    next_review_on: toIsoDate(addMonths(firm.today, drawBetween(random, -1, 23))),
    block_kind: block,
    block_reason: block && (firm.code === 'PT' ? blockReasonsPortuguese : blockReasons)[block],
    blocked_at: block && `${toIsoDate(blockedOn)} 09:30:00+00`,
  }
}

/** Where a client lives: families at one address. */
const drawHomeAddress = ({ firm, n, random, livesAbroad }: ClientSeedContext, clients: SeedClients) => {
  const partner = clients.spouse[n]!
  const parent = clients.parent[n]!
  const home = parent >= 0 ? parent - 1 : partner >= 0 && partner < n ? partner : n
  const address = createRandom(firm.salt, randomStreams.facts, 1 + home)
  const place = firm.country.places[clients.place[n]!]!
  const abroad = livesAbroad ? getForeignAddress(n) : null
  return {
    country: abroad?.country ?? firm.code,
    street: abroad ? `${abroad.street} ${drawBetween(random, 1, 90)}` : drawStreet(firm, address),
    postal_code: abroad?.postcode ?? place.postcode(address()),
    city: abroad?.city ?? place.city,
    province: abroad ? null : place.province,
  }
}

const buildClientRecord = (
  who: ClientSeedContext,
  clients: SeedClients,
  person: SeedPerson,
  age: number,
  cvl: string,
): ClientRecord => {
  const { firm, n, random, company, bornAbroad } = who
  const since = clients.registeredOn[n]!
  const place = firm.country.places[clients.place[n]!]!
  const [identityKind, identity] = drawIdentity(who, person)
  const document = company ? { permanent: false, until: null } : drawIdentityValidity(firm, n, age, random)
  const called = company ? drawLandlineNumber : drawMobileNumber
  return {
    id: firm.first.client + n,
    cvl,
    kind: company ? 'company' : 'person',
    name: person.name,
    surname: person.surname,
    email: random() < 0.04 ? null : drawEmail(firm, person, company, random),
    phone: random() < 0.03 ? null : called(firm.code, place, random),
    nationality: company ? null : bornAbroad ? firm.country.drawForeignCountry(random()) : firm.code,
    identity_kind: identityKind,
    identity_number: identity,
    dni_valid_until: document.until,
    dni_permanent: document.permanent,
    birth_date: person.born,
    registered_on: toIsoDate(since),
    idioma: firm.idioma,
    zone_id: firm.first.zone + clients.zone[n]!,
    created_at: `${toIsoDate(since)} 10:00:00+00`,
    ...drawHomeAddress(who, clients),
    ...drawVerificationStatus(firm, n, { since, isMinor: clients.parent[n]! >= 0 }, random),
  }
}

/** All rows of the clients from one index up to another. `taken` remembers Mexico's identity numbers, which are made of names. */
export const buildClientRows = (
  firm: SeedFirm,
  staff: SeedStaff,
  clients: SeedClients,
  from: number,
  to: number,
  taken: Set<string>,
): ClientRows => {
  const rows: ClientRows = {
    cvl: [],
    client: [],
    client_bank_account: [],
    client_staff: [],
    client_search: [],
    external_position: [],
    external_position_value: [],
  }
  for (let n = from; n < to; n++) {
    const random = createRandom(firm.salt, randomStreams.client, n)
    const id = firm.first.client + n
    const cvl = formatCvl(firm, firm.first.cvl + staff.employees.length + n)
    const company = clients.company[n] === 1
    const origin = drawOrigin(clients, n)
    const who: ClientSeedContext = { firm, n, random, company, ...origin, taken }
    const place = firm.country.places[clients.place[n]!]!
    const { person, age } = drawClientPerson(who, clients)
    const record = buildClientRecord(who, clients, person, age, cvl)
    const numbers = [drawBankNumber(firm, place.bankCity, random)]
    if (getEvenShare(n, traitNumbers.banks) < 0.12) numbers.push(drawBankNumber(firm, place.bankCity, random))
    const text = (value: CopyValue) => (value === null ? null : String(value))
    const { email, phone, identity_number } = record
    const search = buildSearchRow({
      ...person,
      cvl,
      email: text(email),
      phone: text(phone),
      identityNumber: text(identity_number),
      bankAccounts: numbers,
    })
    rows.cvl.push(formatCopyRow([cvl, record.created_at]))
    rows.client.push(formatCopyRow(clientColumns.map((column) => record[column])))
    for (const [m, number] of numbers.entries()) {
      const bankAccountId = firm.first.client_bank_account + 2 * n + m
      const isFirst = m === 0
      const holder = isFirst ? [person.name, person.surname].filter(Boolean).join(' ') : null
      rows.client_bank_account.push(
        formatCopyRow([bankAccountId, id, number, isFirst, isFirst, holder, record.created_at]),
      )
    }
    rows.client_staff.push(...buildLinkRows(firm, staff, clients, n, random))
    rows.client_search.push(
      formatCopyRow([
        id,
        search.nameText,
        search.cvlText,
        search.emailText,
        search.phoneText,
        search.identityText,
        search.bankText,
      ]),
    )
    if (getEvenShare(n, traitNumbers.elsewhere) <= 0.2 && clients.parent[n]! < 0)
      addExternalPositions(rows, firm, { n, clientId: id, registeredOn: clients.registeredOn[n]! }, random)
  }
  return rows
}
