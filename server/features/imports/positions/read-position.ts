import { type ExternalKind, isExternalDebt } from '#contract/external-positions/kinds.ts'
import type { FieldReader, ReadingContext } from '../mapped/import-handler-types.ts'
import { type NamedClient, parseClientCode } from '../mapped/parse-client.ts'
import { type DayRange, parseMixedAmount, parseMixedDate } from '../mapped/parse-mixed-values.ts'
import { FieldFaultError, parseText, parseWord } from '../mapped/parse-values.ts'

/** What a row says of what a client has or owes elsewhere. */
export type PositionRow = {
  client: NamedClient
  institution: string
  kind: ExternalKind | null
  /** Its name in the catalogue, or one that isn't in it. */
  product: string | null
  description: string
  since: string | null
  amount: string
  asOf: string
}

const kindWords: Record<ExternalKind, readonly string[]> = {
  deposit: [
    'deposito',
    'cuenta',
    'cuenta corriente',
    'plazo fijo',
    'cuenta de ahorro',
    'deposito a plazo',
    'deposito a prazo',
    'conta',
    'account',
  ],
  fund: [
    'fondo',
    'fondo de inversion',
    'fondos',
    'acciones',
    'cartera',
    'fundo',
    'fundo de investimento',
    'accoes',
    'stocks',
    'shares',
  ],
  pension: ['plan de pensiones', 'pension', 'plan', 'ppr', 'plano de pensoes', 'pension plan'],
  other: ['otro', 'otros', 'outro', 'seguro', 'inmueble'],
  loan: ['prestamo', 'hipoteca', 'credito', 'emprestimo', 'hipoteca habitacao', 'mortgage'],
  card: ['tarjeta', 'tarjeta de credito', 'cartao', 'cartao de credito', 'credit card'],
}

const maxNameLength = 120
const maxDescriptionLength = 200

const parseName = (text: string, maxLength: number): string =>
  parseText(text.trim().replace(/\s+/g, ' '), maxLength) ?? ''

/** A debt is what is owed, however the file signs it; nobody has less than nothing of anything else. */
const toUnsigned = (amount: string, kind: ExternalKind | null): string => {
  if (!amount.startsWith('-')) return amount
  if (kind === null || !isExternalDebt(kind)) throw new FieldFaultError('sign')
  return amount.slice(1)
}

/** One row as a position of a client; undefined where something is wrong, which is noted for its field. */
export const readPositionRow = (reading: FieldReader, context: ReadingContext): PositionRow | undefined => {
  const { form, businessDate, prefix } = context
  const past: DayRange = { from: `${Number(businessDate.slice(0, 4)) - 60}-01-01`, to: businessDate }
  const kind = reading('positionKind', (text) => parseWord(text, kindWords))
  const found = {
    client: reading('client', (text) => parseClientCode(text, prefix)),
    institution: reading('institution', (text) => parseName(text, maxNameLength)),
    product: reading('positionProduct', (text) => parseName(text, maxNameLength)),
    description: reading('description', (text) => parseName(text, maxDescriptionLength)),
    since: reading('since', (text) => parseMixedDate(text, form, past)),
    amount: reading('amount', (text) => toUnsigned(parseMixedAmount(text, form), kind ?? null)),
    asOf: reading('asOf', (text) => parseMixedDate(text, form, past)),
  }
  const { client, institution, amount } = found
  if (kind === undefined || Object.values<unknown>(found).includes(undefined) || !client || !institution || !amount)
    return undefined
  const row: PositionRow = {
    client,
    institution,
    kind,
    product: found.product ?? null,
    description: found.description ?? '',
    since: found.since ?? null,
    amount,
    asOf: found.asOf ?? businessDate,
  }
  return row
}
