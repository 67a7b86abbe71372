import { sql } from 'kysely'
import type { MovementRow, printAccountStatement } from '#contract/clients/client.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
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
import { centsToAmount, toCents } from '#rules/cents.ts'
import { ledgers } from '#rules/ledgers.ts'
import { resolveFilterDay } from '#rules/relative-day.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { buildTextsGetter, fillPlaceholders } from '#server/core/texts.ts'
import { findDocumentSettings } from '#server/domain/document-language.ts'
import type { PdfPart } from '#server/reports/pdf/make-pdf.ts'
import { type PdfContent, sendPdf } from '#server/reports/send-pdf.ts'
import { getValueFormatter, type ValueFormatter } from '#server/reports/value-formatter.ts'
import { findAccount } from './client-accounts.queries.ts'
import { queryVisibleMovements } from './movements.queries.ts'

const getMovementTexts = buildTextsGetter({ es, en, pt, mx })
const getAccountTexts = buildTextsGetter({ es: esAccount, en: enAccount, pt: ptAccount, mx: mxAccount })
type StatementTexts = {
  movements: ReturnType<typeof getMovementTexts>['movements']
  s: ReturnType<typeof getAccountTexts>
}

/** What is longer is no paper: it is taken out as Excel. */
export const maxPrintedMovements = 5000

/** What stood in the account before a day, by booking date as the statement counts. */
const findOpeningBalance = async ({ db }: Ctx, accountId: string, from: string | undefined): Promise<bigint> => {
  if (!from) return 0n
  const { opening } = await db
    .selectFrom('posting')
    .where('accountId', '=', accountId)
    .where('ledger', '=', sql.lit(ledgers.capital))
    .where('bookingDate', '<', from)
    .select(sql<string>`coalesce(-sum(amount), 0)::numeric(18, 2)::text`.as('opening'))
    .executeTakeFirstOrThrow()
  return toCents(opening)
}

type AccountStatement = { opening: bigint; rows: readonly MovementRow[]; from: string | undefined; to: string }

const sumMatchingMovements = (rows: readonly MovementRow[], counts: (cents: bigint) => boolean): bigint =>
  rows.reduce((sum, { amount }) => (counts(toCents(amount)) ? sum + toCents(amount) : sum), 0n)

const buildStatementParts = (
  { opening, rows, from, to }: AccountStatement,
  { movements, s }: StatementTexts,
  { money, day }: ValueFormatter,
): PdfPart[] => {
  const closing = rows.at(-1)?.balanceAfter ?? centsToAmount(opening)
  const describeMovement = ({ kind, description, correction }: MovementRow): string =>
    [movements.kinds[kind], description, correction && movements.corrections[correction]].filter(Boolean).join(' · ')
  const end = true as const
  const table: PdfPart = {
    table: {
      columns: [
        { label: movements.bookingDate, fixed: true },
        { label: movements.valueDate, fixed: true },
        { label: movements.description },
        { label: movements.amount, end },
        { label: movements.balanceAfter, end },
      ],
      rows: [
        ...(from ? [[day(from), '', s.statement.opening, '', money(centsToAmount(opening))]] : []),
        ...rows.map((row) => [
          day(row.bookingDate),
          day(row.valueDate),
          describeMovement(row),
          money(row.amount),
          money(row.balanceAfter),
        ]),
      ],
      foot: ['', '', fillPlaceholders(s.statement.closing, { to: day(to) }), '', money(closing)],
    },
  }
  return [
    {
      figures: [
        [s.statement.opening, money(centsToAmount(opening))],
        [movements.moneyIn, money(centsToAmount(sumMatchingMovements(rows, (cents) => cents > 0n)))],
        [movements.moneyOut, money(centsToAmount(-sumMatchingMovements(rows, (cents) => cents < 0n)))],
        [fillPlaceholders(s.statement.closing, { to: day(to) }), money(closing)],
      ],
    },
    ...(rows.length > 0 ? [table] : [{ text: s.statement.none }]),
  ]
}

type StatementHeader = { number: string; clientName: string; productName: string }

/** The statement of an account as paper, in the language of whom it is for. */
export const buildStatement = (
  { prefix }: Pick<Ctx, 'prefix'>,
  { idioma, firm }: { idioma: Idioma; firm: string | undefined },
  { number, clientName, productName }: StatementHeader,
  statement: AccountStatement,
): PdfContent => {
  const words = { movements: getMovementTexts(idioma).movements, s: getAccountTexts(idioma) }
  const written = getValueFormatter(idioma, tenantFacts[prefix].timeZone)
  const { from, to } = statement
  const days = { from: written.day(from ?? null), to: written.day(to) }
  return {
    title: fillPlaceholders(words.s.statement.title, { number }),
    subtitle: [
      clientName,
      productName,
      fillPlaceholders(from ? words.s.statement.period : words.s.statement.upTo, days),
    ].join(' · '),
    parts: buildStatementParts(statement, words, written),
    idioma,
    firm,
    on: to,
  }
}

/** The statement of an account for its client: every movement of the days with what it left, oldest first. */
export const printStatement = async (
  ctx: Ctx,
  { params, query }: ParsedRequest<typeof printAccountStatement>,
  raw: HttpContext,
): Promise<ResponseBody<typeof printAccountStatement>> => {
  const { businessDate } = ctx
  const from = query.from && resolveFilterDay(query.from, businessDate)
  const lastDay = query.to && resolveFilterDay(query.to, businessDate)
  // The month in sight has days to come: it is printed up to today.
  const to = lastDay === undefined || (lastDay !== query.to && lastDay > businessDate) ? businessDate : lastDay
  if (from && from > to) throw buildRefusal('request.invalid', { fields: { to: 'too_small' } })
  const account = await findAccount(ctx, { params })
  const days = { to, ...(from && { from }) }
  const [opening, rows, paper] = await Promise.all([
    findOpeningBalance(ctx, params.accountId, from),
    queryVisibleMovements(ctx, days, { sort: 'bookingDate', direction: 'asc' }, { params }).then((found) =>
      found.limit(maxPrintedMovements + 1).execute(),
    ),
    findDocumentSettings(ctx, params.clientId),
  ])
  if (rows.length > maxPrintedMovements) throw buildRefusal('request.invalid', { fields: { from: 'too_big' } })
  const pdfDocument = buildStatement(ctx, paper, account, { opening, rows, from, to })
  const after = { from: from ?? null, to, rows: rows.length }
  return sendPdf(ctx, raw, pdfDocument, {
    action: 'statement.printed',
    entity: 'account',
    entityId: params.accountId,
    after,
  })
}
