import { addMonths, isoDay } from '#rules/calendar.ts'
import { searchRow } from '#rules/search-text.ts'
import {
  abroadOf,
  bankNumber,
  emailOf,
  identityOf,
  originOf,
  type Person,
  personOf,
  streetOf,
  validity,
  type Who,
} from './client-person.ts'
import { type Clients, traits } from './clients.ts'
import { copyRow, type Value } from './copy.ts'
import { cvlOf, type Firm, streams } from './firm.ts'
import { linkRows } from './links.ts'
import { ageFor } from './people.ts'
import { landline, mobile } from './phones.ts'
import { between, evenly, pick, type Random, randomOf, weighted } from './random.ts'
import type { Staff } from './staff.ts'

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
  'next_review_on',
  'block_kind',
  'block_reason',
  'blocked_at',
  'created_at',
] as const
type ClientRecord = Record<(typeof clientColumns)[number], Value>

/** The tables that a client's rows go to, in the order of their foreign keys, with the columns that are given. */
export const clientTables = {
  cvl: 'code, given_at',
  client: clientColumns.join(', '),
  client_bank_account: 'id, client_id, number, is_payout, is_default, holder, known_since',
  client_staff: 'id, client_id, employee_id, role, valid_from, valid_to',
  client_search: 'client_id, name_text, cvl_text, email_text, phone_text, identity_text, bank_text',
  external_position: 'id, client_id, kind, institution, description, amount, since, status',
} as const
export type ClientTable = keyof typeof clientTables
type ClientRows = Record<ClientTable, string[]>

const kycStates = weighted([
  ['approved', 0.55],
  ['verified', 0.15],
  ['pending', 0.09],
  ['missing', 0.08],
  ['unverified', 0.06],
  ['rejected', 0.04],
  ['failed', 0.03],
] as const)
const addressStates = weighted([
  ['approved', 0.7],
  ['pending', 0.12],
  ['no_data', 0.13],
  ['rejected', 0.05],
] as const)
const lopdStates = weighted([
  ['signed', 0.72],
  ['sent', 0.08],
  ['viewed', 0.05],
  ['not_sent', 0.08],
  ['withdrawn', 0.04],
  ['superseded', 0.03],
] as const)
const formStates = weighted([
  ['complete', 0.68],
  ['draft', 0.14],
  ['missing', 0.18],
] as const)
const blocks = weighted([
  ['commercial', 0.006],
  ['documents', 0.006],
  ['legal', 0.006],
  [null, 0.982],
] as const)
const risks = weighted([
  [1, 0.45],
  [2, 0.3],
  [3, 0.16],
  [4, 0.07],
  [5, 0.02],
] as const)
const channels = weighted([
  ['alliance', 0.1],
  ['partner', 0.16],
  ['direct', 0.74],
] as const)
const reasons = {
  commercial: 'Reclamación en curso',
  documents: 'Documentación caducada sin renovar',
  legal: 'Requerimiento de embargo',
}
const reasonsPortuguese = {
  commercial: 'Reclamação em curso',
  documents: 'Documentação caducada',
  legal: 'Ordem de penhora',
}

/** What the firm has checked and asked of a client; each state by its own quota. */
const standingOf = (firm: Firm, n: number, since: number, random: Random) => {
  const form = formStates(evenly(n, traits.form))
  const block = blocks(evenly(n, traits.block))
  const blockedOn = firm.today - between(random, 1, Math.max(1, Math.min(400, firm.today - since)))
  return {
    channel: channels(evenly(n, traits.channel)),
    kyc_status: kycStates(evenly(n, traits.kyc)),
    address_status: addressStates(evenly(n, traits.address)),
    form_status: form,
    form_on: form === 'missing' ? null : isoDay(Math.min(firm.today, since + between(random, 0, 400))),
    lopd_status: lopdStates(evenly(n, traits.lopd)),
    risk_level: risks(evenly(n, traits.risk)),
    pep: evenly(n, traits.pep) < 0.01,
    next_review_on: isoDay(addMonths(firm.today, between(random, -1, 23))),
    block_kind: block,
    block_reason: block && (firm.code === 'PT' ? reasonsPortuguese : reasons)[block],
    blocked_at: block && `${isoDay(blockedOn)} 09:30:00+00`,
  }
}

/** Where a client lives: couples at one address. */
const homeOf = ({ firm, n, random, livesAbroad }: Who, clients: Clients) => {
  const partner = clients.partnerInLife[n]!
  const address = randomOf(firm.salt, streams.facts, 1 + (partner >= 0 && partner < n ? partner : n))
  const place = firm.country.places[clients.place[n]!]!
  const home = livesAbroad ? abroadOf(n) : null
  return {
    country: home?.country ?? firm.code,
    street: home ? `${home.street} ${between(random, 1, 90)}` : streetOf(firm, address),
    postal_code: home?.postcode ?? place.postcode(address()),
    city: home?.city ?? place.city,
    province: home ? null : place.province,
  }
}

const recordOf = (who: Who, clients: Clients, person: Person, age: number, cvl: string): ClientRecord => {
  const { firm, n, random, company, bornAbroad } = who
  const since = clients.registeredOn[n]!
  const place = firm.country.places[clients.place[n]!]!
  const [identityKind, identity] = identityOf(who, person)
  const document = company ? { permanent: false, until: null } : validity(firm, n, age, random)
  const called = company ? landline : mobile
  return {
    id: firm.first.client + n,
    cvl,
    kind: company ? 'company' : 'person',
    name: person.name,
    surname: person.surname,
    email: random() < 0.04 ? null : emailOf(firm, person, company, random),
    phone: random() < 0.03 ? null : called(firm.code, place, random),
    nationality: company ? null : bornAbroad ? firm.country.foreigners(random()) : firm.code,
    identity_kind: identityKind,
    identity_number: identity,
    dni_valid_until: document.until,
    dni_permanent: document.permanent,
    birth_date: person.born,
    registered_on: isoDay(since),
    idioma: firm.idioma,
    zone_id: firm.first.zone + clients.zone[n]!,
    created_at: `${isoDay(since)} 10:00:00+00`,
    ...homeOf(who, clients),
    ...standingOf(firm, n, since, random),
  }
}

const elsewhere = (firm: Firm, n: number, id: number, since: number, random: Random): string[] => {
  if (evenly(n, traits.elsewhere) > 0.2) return []
  const kind = pick(random, ['deposit', 'fund', 'pension', 'loan', 'card'] as const)
  const names = {
    deposit: 'Banco del Puerto',
    fund: 'Gestora Meridiano',
    pension: 'Pensiones Horizonte',
    loan: 'Caja de la Ribera',
    card: 'Banco del Puerto',
  }
  return [
    copyRow([
      firm.first.external_position + n,
      id,
      kind,
      names[kind],
      '',
      (between(random, 4, 400) * 250).toFixed(2),
      isoDay(since + between(random, 0, Math.max(0, firm.today - since))),
      'open',
    ]),
  ]
}

/** All rows of the clients from one index up to another. `taken` remembers Mexico's identity numbers, which are made of names. */
export const clientRows = (
  firm: Firm,
  staff: Staff,
  clients: Clients,
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
  }
  for (let n = from; n < to; n++) {
    const random = randomOf(firm.salt, streams.client, n)
    const id = firm.first.client + n
    const cvl = cvlOf(firm, firm.first.cvl + staff.employees.length + n)
    const company = clients.company[n] === 1
    const origin = originOf(clients, n)
    const who: Who = { firm, n, random, company, ...origin, taken }
    const place = firm.country.places[clients.place[n]!]!
    const age = ageFor(random)
    const person = personOf(who, place.state, age)
    const record = recordOf(who, clients, person, age, cvl)
    const numbers = [bankNumber(firm, place.bankCity, random)]
    if (evenly(n, traits.banks) < 0.12) numbers.push(bankNumber(firm, place.bankCity, random))
    const text = (value: Value) => (value === null ? null : String(value))
    const { email, phone, identity_number } = record
    const search = searchRow({
      ...person,
      cvl,
      email: text(email),
      phone: text(phone),
      identityNumber: text(identity_number),
      bankAccounts: numbers,
    })
    rows.cvl.push(copyRow([cvl, record.created_at]))
    rows.client.push(copyRow(clientColumns.map((column) => record[column])))
    for (const [m, number] of numbers.entries()) {
      const bankAccountId = firm.first.client_bank_account + 2 * n + m
      const isFirst = m === 0
      const holder = isFirst ? [person.name, person.surname].filter(Boolean).join(' ') : null
      rows.client_bank_account.push(copyRow([bankAccountId, id, number, isFirst, isFirst, holder, record.created_at]))
    }
    rows.client_staff.push(...linkRows(firm, staff, clients, n, random))
    rows.client_search.push(
      copyRow([
        id,
        search.nameText,
        search.cvlText,
        search.emailText,
        search.phoneText,
        search.identityText,
        search.bankText,
      ]),
    )
    rows.external_position.push(...elsewhere(firm, n, id, clients.registeredOn[n]!, random))
  }
  return rows
}
