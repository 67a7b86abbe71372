import { sql } from 'kysely'
import type { MovementRow, printStatement as print } from '#contract/clients/client.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Idioma } from '#contract/core/values.ts'
import enAccount from '#locales/en/client.ts'
import en from '#locales/en/clients.ts'
import esAccount from '#locales/es/client.ts'
import es from '#locales/es/clients.ts'
import mxAccount from '#locales/mx/client.ts'
import mx from '#locales/mx/clients.ts'
import ptAccount from '#locales/pt/client.ts'
import pt from '#locales/pt/clients.ts'
import { centsOf, moneyOf } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { filled, textsIn } from '#server/core/texts.ts'
import { findPaper } from '#server/domain/paper.ts'
import type { Part } from '#server/reports/pdf/make-pdf.ts'
import { sendPdf, type Told } from '#server/reports/send-pdf.ts'
import { type Written, writtenIn } from '#server/reports/written.ts'
import { findAccount } from './client.queries.ts'
import { allMovements } from './movements.queries.ts'

const movementTexts = textsIn({ es, en, pt, mx })
const accountTexts = textsIn({ es: esAccount, en: enAccount, pt: ptAccount, mx: mxAccount })
type Words = { m: ReturnType<typeof movementTexts>['movements']; s: ReturnType<typeof accountTexts> }

/** What is longer is no paper: it is taken out as Excel. */
export const mostMovements = 5000

/** What stood in the account before a day, by booking date as the statement counts. */
const findOpening = async ({ db }: Ctx, accountId: string, from: string | undefined): Promise<bigint> => {
  if (!from) return 0n
  const { opening } = await db
    .selectFrom('posting')
    .where('accountId', '=', accountId)
    .where('ledger', '=', sql.lit(ledgers.capital))
    .where('bookingDate', '<', from)
    .select(sql<string>`coalesce(-sum(amount), 0)::numeric(18, 2)::text`.as('opening'))
    .executeTakeFirstOrThrow()
  return centsOf(opening)
}

type Statement = { opening: bigint; rows: readonly MovementRow[]; from: string | undefined; to: string }

const sumOf = (rows: readonly MovementRow[], counts: (cents: bigint) => boolean): bigint =>
  rows.reduce((sum, { amount }) => (counts(centsOf(amount)) ? sum + centsOf(amount) : sum), 0n)

const partsOf = ({ opening, rows, from, to }: Statement, { m, s }: Words, { money, day }: Written): Part[] => {
  const closing = rows.at(-1)?.balanceAfter ?? moneyOf(opening)
  const said = ({ kind, description, correction }: MovementRow): string =>
    [m.kinds[kind], description, correction && m.corrections[correction]].filter(Boolean).join(' · ')
  const end = true as const
  const table: Part = {
    table: {
      columns: [
        { label: m.bookingDate, fixed: true },
        { label: m.valueDate, fixed: true },
        { label: m.description },
        { label: m.amount, end },
        { label: m.balanceAfter, end },
      ],
      rows: [
        ...(from ? [[day(from), '', s.statement.opening, '', money(moneyOf(opening))]] : []),
        ...rows.map((row) => [
          ...[day(row.bookingDate), day(row.valueDate), said(row)],
          ...[money(row.amount), money(row.balanceAfter)],
        ]),
      ],
      foot: ['', '', filled(s.statement.closing, { to: day(to) }), '', money(closing)],
    },
  }
  return [
    {
      figures: [
        [s.statement.opening, money(moneyOf(opening))],
        [m.moneyIn, money(moneyOf(sumOf(rows, (cents) => cents > 0n)))],
        [m.moneyOut, money(moneyOf(-sumOf(rows, (cents) => cents < 0n)))],
        [filled(s.statement.closing, { to: day(to) }), money(closing)],
      ],
    },
    ...(rows.length > 0 ? [table] : [{ text: s.statement.none }]),
  ]
}

type Head = { number: string; clientName: string; productName: string }

/** The statement of an account as paper, in the language of whom it is for. */
export const statementOf = (
  { prefix }: Pick<Ctx, 'prefix'>,
  { idioma, firm }: { idioma: Idioma; firm: string | undefined },
  { number, clientName, productName }: Head,
  statement: Statement,
): Told => {
  const words = { m: movementTexts(idioma).movements, s: accountTexts(idioma) }
  const written = writtenIn(idioma, tenantFacts[prefix].timeZone)
  const { from, to } = statement
  const days = { from: written.day(from ?? null), to: written.day(to) }
  return {
    title: filled(words.s.statement.title, { number }),
    subtitle: [clientName, productName, filled(from ? words.s.statement.period : words.s.statement.upTo, days)].join(
      ' · ',
    ),
    parts: partsOf(statement, words, written),
    ...{ idioma, firm, on: to },
  }
}

/** The statement of an account for its client: every movement of the days with what it left, oldest first. */
export const printStatement = async (
  ctx: Ctx,
  { params, query }: Parsed<typeof print>,
  raw: Raw,
): Promise<Answer<typeof print>> => {
  const { from, to = ctx.businessDate } = query
  if (from && from > to) throw refuse('request.invalid', { fields: { to: 'too_small' } })
  const account = await findAccount(ctx, { params, query: undefined, body: undefined })
  const order = { sort: 'bookingDate', direction: 'asc', to, ...(from && { from }) } as const
  const [opening, rows, paper] = await Promise.all([
    findOpening(ctx, params.accountId, from),
    allMovements(ctx, params, order).then((found) => found.limit(mostMovements + 1).execute()),
    findPaper(ctx, params.clientId),
  ])
  if (rows.length > mostMovements) throw refuse('request.invalid', { fields: { from: 'too_big' } })
  const told = statementOf(ctx, paper, account, { opening, rows, from, to })
  const after = { from: from ?? null, to, rows: rows.length }
  return sendPdf(ctx, raw, told, { action: 'statement.printed', entity: 'account', entityId: params.accountId, after })
}
