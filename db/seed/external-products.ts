import type { Client } from 'pg'
import type { ExternalClosingReason, ExternalKind } from '#contract/external-positions/kinds.ts'
import { isExternalDebt } from '#contract/external-positions/kinds.ts'
import { addMonths, toIsoDate } from '#rules/calendar.ts'
import { formatCents, formatCopyRow } from './copy.ts'
import type { SeedFirm } from './firm.ts'
import { drawBetween, drawFrom, type RandomSource } from './random.ts'
import { clientsOfSignInSql } from './sign-ins.ts'

type SeedExternalProduct = readonly [institution: string, kind: ExternalKind, name: string, terms: string]

/** Institutions that there are not, with what they might offer. The last product of each country is no longer offered. */
const externalProductsByCountry: Record<SeedFirm['code'], readonly SeedExternalProduct[]> = {
  ES: [
    ['Banco del Puerto', 'deposit', 'Depósito Faro 12 meses', 'TIN 2,10 %. Sin cancelación anticipada.'],
    ['Banco del Puerto', 'card', 'Tarjeta Marea', 'Pago aplazado al 18 % TIN.'],
    ['Caja de la Ribera', 'deposit', 'Cuenta remunerada Ribera', 'TIN 1,50 % hasta 50.000 €.'],
    ['Caja de la Ribera', 'loan', 'Hipoteca fija Ribera', 'TIN 2,95 % a 25 años. Amortización anticipada al 1 %.'],
    ['Gestora Meridiano', 'fund', 'Meridiano Renta Fija Euro', 'Comisión de gestión del 0,90 % anual.'],
    ['Gestora Meridiano', 'fund', 'Meridiano Global Equilibrado', 'Comisión de gestión del 1,35 % anual.'],
    [
      'Pensiones Horizonte',
      'pension',
      'Horizonte 2040',
      'Rescatable al jubilarse o a los diez años de cada aportación.',
    ],
    ['Seguros Almenara', 'other', 'Unit linked Almenara', 'Penalización del 3 % los dos primeros años.'],
    ['Banco del Puerto', 'loan', 'Préstamo coche Marea', 'TIN 6,50 % a 5 años.'],
  ],
  PT: [
    ['Banco da Enseada', 'deposit', 'Depósito Farol 12 meses', 'TANB 1,90 %. Sem mobilização antecipada.'],
    ['Banco da Enseada', 'card', 'Cartão Maré', 'TAN 15,5 % no crédito.'],
    ['Caixa das Colinas', 'deposit', 'Conta poupança Colinas', 'TANB 1,25 % até 50.000 €.'],
    ['Caixa das Colinas', 'loan', 'Crédito habitação Colinas', 'Euribor a 12 meses mais 0,9 %, a 30 anos.'],
    ['Meridiano Gestão', 'fund', 'Meridiano Obrigações Euro', 'Comissão de gestão de 0,90 % ao ano.'],
    ['Meridiano Gestão', 'fund', 'Meridiano Global Moderado', 'Comissão de gestão de 1,35 % ao ano.'],
    ['Pensões Horizonte', 'pension', 'PPR Horizonte 2040', 'Reembolso na reforma ou a partir dos 60 anos.'],
    ['Seguros Almenara', 'other', 'Unit linked Almenara', 'Penalização de 3 % nos dois primeiros anos.'],
    ['Banco da Enseada', 'loan', 'Crédito automóvel Maré', 'TAN 7,20 % a 5 anos.'],
  ],
  MX: [
    ['Banco Sierra Clara', 'deposit', 'Pagaré Sierra 12 meses', 'Tasa fija. Sin retiro anticipado.'],
    ['Banco Sierra Clara', 'card', 'Tarjeta Sierra Oro', 'Tasa anual del 42 %.'],
    ['Caja Valle Verde', 'deposit', 'Ahorro Valle', 'Disponible a la vista.'],
    ['Caja Valle Verde', 'loan', 'Crédito hipotecario Valle', 'Tasa fija del 10,5 % a 20 años.'],
    ['Operadora Meridiano', 'fund', 'Meridiano Deuda Gubernamental', 'Comisión del 1,00 % anual.'],
    ['Operadora Meridiano', 'fund', 'Meridiano Global Balanceado', 'Comisión del 1,80 % anual.'],
    ['Afore Horizonte', 'pension', 'Horizonte Básica 70-74', 'Disponible al retirarse.'],
    ['Seguros Almenara', 'other', 'Plan de ahorro Almenara', 'Penalización del 3 % los dos primeros años.'],
    ['Banco Sierra Clara', 'loan', 'Crédito de auto Sierra', 'Tasa fija del 14 % a 5 años.'],
  ],
}

export const externalProductColumns = 'id, institution, kind, name, terms, closed_at'
export const externalPositionColumns =
  'id, client_id, product_id, kind, institution, since, closed_on, closing_reason, version'
export const externalValueColumns = 'id, position_id, as_of, amount, noted_at'

/** Rows of a COPY; the last product was withdrawn 200 days ago. */
export const buildExternalProductRows = (firm: SeedFirm): string[] => {
  const products = externalProductsByCountry[firm.code]
  return products.map(([institution, kind, name, terms], n) =>
    formatCopyRow([
      firm.first.external_product + n,
      institution,
      kind,
      name,
      terms,
      n === products.length - 1 ? `${toIsoDate(firm.today - 200)} 10:00:00+00` : null,
    ]),
  )
}

export const maxExternalPositions = 3
const maxValues = 8

const drawClosingReason = (random: RandomSource, kind: ExternalKind): ExternalClosingReason =>
  isExternalDebt(kind)
    ? 'repaid'
    : drawFrom(random, ['moved_here', 'moved_here', 'matured', 'moved_elsewhere', 'withdrawn'])

type SeedExternalRows = { external_position: string[]; external_position_value: string[] }

/** A position with its values, every half-year or so from when it was there until today, or until it was closed. */
const addExternalPosition = (
  rows: SeedExternalRows,
  firm: SeedFirm,
  { id, clientId, since }: { id: number; clientId: number; since: number },
  random: RandomSource,
): void => {
  const products = externalProductsByCountry[firm.code]
  const n = drawBetween(random, 0, products.length - 1)
  const [institution, kind] = products[n]!
  const isDebt = isExternalDebt(kind)
  let cents = drawBetween(random, 4, kind === 'loan' ? 600 : kind === 'card' ? 12 : 320) * 25_000
  let day = since
  let values = 0
  const addValue = (): void => {
    const valueId = firm.first.external_position_value + (id - firm.first.external_position) * maxValues + values
    const noted = Math.min(firm.today, day + 2)
    rows.external_position_value.push(
      formatCopyRow([valueId, id, toIsoDate(day), formatCents(cents), `${toIsoDate(noted)} 11:20:00+00`]),
    )
    values++
  }
  addValue()
  // Those of long ago begin to be followed in the last years: nobody keeps more than some values.
  day = Math.max(day, addMonths(firm.today, -6 * (maxValues - 2)))
  const isClosed = random() < 0.12
  while (values < maxValues) {
    day = addMonths(day, drawBetween(random, 5, 7))
    if (day > firm.today) break
    const percent = isDebt ? drawBetween(random, 86, 98) : drawBetween(random, 95, 109)
    cents = Math.round((cents * percent) / 10_000) * 100
    addValue()
  }
  const closedOn = isClosed ? Math.min(firm.today, day) : null
  rows.external_position.push(
    formatCopyRow([
      id,
      clientId,
      firm.first.external_product + n,
      kind,
      institution,
      toIsoDate(since),
      closedOn === null ? null : toIsoDate(closedOn),
      closedOn === null ? null : drawClosingReason(random, kind),
      values,
    ]),
  )
}

/** What a client has elsewhere: one position, or a few. */
export const addExternalPositions = (
  rows: SeedExternalRows,
  firm: SeedFirm,
  { n, clientId, registeredOn }: { n: number; clientId: number; registeredOn: number },
  random: RandomSource,
): void => {
  const count = drawBetween(random, 1, maxExternalPositions)
  for (let m = 0; m < count; m++) {
    const since = registeredOn + drawBetween(random, 0, Math.max(0, firm.today - registeredOn))
    addExternalPosition(
      rows,
      firm,
      { id: firm.first.external_position + n * maxExternalPositions + m, clientId, since },
      random,
    )
  }
}

/** The demo's people have noted the values of their own clients. */
export const addExternalNoters = async (owner: Client): Promise<void> => {
  await owner.query(
    `update external_position_value v set noted_by = s.user_id
       from external_position x, (select c.client_id, min(u.id) as user_id from ${clientsOfSignInSql} group by 1) s
      where x.id = v.position_id and s.client_id = x.client_id`,
  )
}
