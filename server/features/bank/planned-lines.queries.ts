import { sql } from 'kysely'
import type {
  BankUploadDetail,
  getBankUpload,
  listPlannedBankLines,
  PlannedBankLineRow,
} from '#contract/bank/uploads.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ListPaging, ListSorting } from '#contract/core/list.ts'
import { accountingCurrency, tenantFacts } from '#contract/core/tenants.ts'
import type { BankFileStatement } from '#rules/bank-file/statement-file.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { toSearchNumber, toSearchText } from '#rules/search-text.ts'
import { toJsonRecords } from '#server/core/column-names.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { buildOrderBy } from '#server/core/paging.ts'
import { fullNameSql, userNameSql } from '#server/core/person-name.ts'
import { readStoredJson } from '#server/core/stored-json.ts'
import type { ListRequest } from '#server/reports/list-routes.ts'
import { type PlannableUpload, type PlannedUploadLine, planUpload } from './plan-upload.ts'

type PlannedLineFilters = ParsedRequest<typeof listPlannedBankLines.count>['query']
type PlannedLineRequest = Pick<ListRequest<typeof listPlannedBankLines>, 'params'>

const plannedLineSorts: Record<PlannedLineSort, string> = {
  odd: 'e.weight',
  id: 'e.id',
  amount: 'e.amount',
}

type PlannedLineSort = (typeof listPlannedBankLines.sortable)[number]

const compareByPosition = (one: PlannedUploadLine, other: PlannedUploadLine): number =>
  Number(one.id) - Number(other.id)

/** The same orders as those of a file: lines that are alike stand as the bank has them. */
const plannedLineComparators: Record<PlannedLineSort, typeof compareByPosition> = {
  odd: (one, other) => Number(other.isOdd) - Number(one.isOdd) || compareByPosition(one, other),
  id: compareByPosition,
  amount: (one, other) => Number(toCents(one.amount) - toCents(other.amount)) || compareByPosition(one, other),
}

const findUploadContent = async (ctx: Ctx, uploadId: string): Promise<PlannableUpload> => {
  const found = await ctx.db
    .selectFrom('bankUpload')
    .where('id', '=', uploadId)
    .where('state', '=', 'waiting')
    .select(['statements', 'format', 'uploadedBy'])
    .select(sql<string>`(uploaded_at at time zone ${tenantFacts[ctx.prefix].timeZone})::date::text`.as('uploadedOn'))
    .executeTakeFirst()
  if (!found?.statements) throw buildRefusal('notFound')
  return { ...found, statements: readStoredJson<BankFileStatement[]>(found.statements) }
}

type CachedPlan = { key: string; at: number; lines: Promise<PlannedUploadLine[]> }

/** The page of a file asks for its summary, its lines and their count at once, and for one page after the other: the plan of a large one is dear. */
const planCache = new WeakMap<Ctx['tenant'], CachedPlan[]>()
/** What a transaction that was slow to end has changed is seen after so long. */
const planLifetimeMs = 10_000
const maxCachedPlans = 3

/** What the plan of a file depends on: who looks, and that nothing was written meanwhile. */
const buildPlanKey = async ({ db, person, businessDate }: Ctx, uploadId: string): Promise<string> => {
  const { rows } = await sql<{ last: string }>`
    select concat_ws(' ', (select max(id) from audit_event), (select max(id) from journal), u.state, u.id) as last
      from bank_upload u where u.id = ${uploadId}`.execute(db)
  return [rows[0]?.last, person.userId, person.employeeId, businessDate].join(' ')
}

/** The plan of a waiting file as everything stands; 404 where none waits. */
const getUploadPlan = async (ctx: Ctx, uploadId: string): Promise<PlannedUploadLine[]> => {
  const key = await buildPlanKey(ctx, uploadId)
  const now = performance.now()
  const livePlans = (planCache.get(ctx.tenant) ?? []).filter(({ at }) => now - at < planLifetimeMs)
  const cached = livePlans.find((plan) => plan.key === key)
  if (cached) return cached.lines
  const lines = findUploadContent(ctx, uploadId).then((content) => planUpload(ctx.db, ctx, content))
  const plan = { key, at: now, lines }
  planCache.set(ctx.tenant, [plan, ...livePlans].slice(0, maxCachedPlans))
  lines.catch(() => planCache.set(ctx.tenant, planCache.get(ctx.tenant)?.filter((one) => one !== plan) ?? []))
  return lines
}

type PlannedLineRecord = Omit<PlannedUploadLine, 'isOdd'> & { weight: number }

/** The planned lines as a table: what they would be booked to is worked out here, and named, searched and sorted as any list is. */
const plannedLinesTableSql = (lines: readonly PlannedUploadLine[]) => {
  const rows = lines.map(({ isOdd, ...line }) => ({ ...line, weight: isOdd ? 0 : 1 }))
  return sql<PlannedLineRecord>`(select * from jsonb_to_recordset(${toJsonRecords(rows)}::jsonb) as g (
    id bigint, booking_date date, value_date date, currency text, amount numeric(18, 2), counterparty_name text, counterparty_number text,
    remittance text, reference text, kind text, bar text, oddities text[], account_id bigint, payment_id bigint, batch_id bigint,
    payment_reference text, weight integer))`.as('e')
}

/** Whether the line has every one of these words somewhere; an amount as it is written, too. */
const hasSearchWords = (line: PlannedUploadLine, words: readonly string[]): boolean => {
  const { counterpartyName, counterpartyNumber, remittance, reference, amount, paymentReference } = line
  const searchableTexts = [counterpartyName, counterpartyNumber, remittance, reference, amount, paymentReference]
  const text = toSearchText(searchableTexts.filter(Boolean).join(' '))
  return words.every((word) => text.includes(word) || text.includes(toSearchNumber(word) || word))
}

/** The planned lines of a waiting file that match. */
const findMatchingPlannedLines = async (ctx: Ctx, uploadId: string, { search, kind, odd }: PlannedLineFilters) => {
  const words = toSearchText(search ?? '')
    .split(' ')
    .filter(Boolean)
  return (await getUploadPlan(ctx, uploadId)).filter(
    (line) =>
      (!kind || kind.includes(line.kind)) && (!odd || line.isOdd === (odd === 'true')) && hasSearchWords(line, words),
  )
}

const selectPlannedLineRows = (ctx: Ctx, lines: readonly PlannedUploadLine[]) =>
  ctx.db
    .selectFrom(plannedLinesTableSql(lines))
    .leftJoin('paymentOrder as o', 'o.id', 'e.paymentId')
    .leftJoin('account as a', (join) => join.on('a.id', '=', sql<string>`coalesce(e.account_id, o.account_id)`))
    .leftJoin('client', 'client.id', 'a.clientId')
    .select(['e.id', 'e.bookingDate', 'e.valueDate', 'e.currency', 'e.amount', 'e.counterpartyName'])
    .select(['e.counterpartyNumber', 'e.remittance', 'e.reference', 'e.kind', 'e.bar', 'e.batchId'])
    .select(['e.paymentReference', 'a.clientId', 'a.number as accountNumber', 'a.id as accountId'])
    // A reference may have any number: only that of a payment that is there leads to one.
    .select('o.id as paymentId')
    .select(sql<string | null>`case when client.id is not null then ${fullNameSql('client')} end`.as('clientName'))

export const findPlannedLines = async (
  ctx: Ctx,
  filters: PlannedLineFilters,
  { page, pageSize, sort, direction }: ListPaging<PlannedLineSort>,
  { params }: PlannedLineRequest,
): Promise<PlannedBankLineRow[]> => {
  const sorted = (await findMatchingPlannedLines(ctx, params.uploadId, filters)).sort(plannedLineComparators[sort])
  if (direction === 'desc') sorted.reverse()
  // Only the lines of the page are named: a file may have thousands.
  const lines = sorted.slice((page - 1) * pageSize, page * pageSize)
  if (lines.length === 0) return []
  const rows = new Map(
    (await selectPlannedLineRows(ctx, lines).select('e.oddities').execute()).map((row) => [row.id, row]),
  )
  return lines.map(({ id }) => rows.get(id)!)
}

const sumPlannedAmounts = (lines: readonly PlannedUploadLine[]): string =>
  centsToAmount(lines.reduce((sum, { amount }) => sum + toCents(amount), 0n))

export const countPlannedLines = async (ctx: Ctx, filters: PlannedLineFilters, { params }: PlannedLineRequest) => {
  const lines = await findMatchingPlannedLines(ctx, params.uploadId, filters)
  const ofBooks = lines.filter(({ currency }) => currency === accountingCurrency)
  return { total: lines.length, amount: sumPlannedAmounts(ofBooks) }
}

/** All of them, for a file: what is odd in one cell. */
export const queryAllPlannedLines = async (
  ctx: Ctx,
  filters: PlannedLineFilters,
  sorting: ListSorting,
  { params }: PlannedLineRequest,
) =>
  selectPlannedLineRows(ctx, await findMatchingPlannedLines(ctx, params.uploadId, filters))
    .select(sql<string>`array_to_string(e.oddities, ',')`.as('oddities'))
    .orderBy(buildOrderBy(sorting, plannedLineSorts, 'e.id'))

/** How many lines of each kind, and what they come to. */
const summarizeKinds = (lines: readonly PlannedUploadLine[]): BankUploadDetail['kinds'] => {
  const kinds = new Map<
    string,
    { kind: PlannedBankLineRow['kind']; currency: string; lines: number; odd: number; sum: bigint }
  >()
  for (const { kind, currency, amount, isOdd } of lines) {
    const key = `${kind} ${currency}`
    const cached = kinds.get(key) ?? { kind, currency, lines: 0, odd: 0, sum: 0n }
    cached.lines += 1
    cached.odd += isOdd ? 1 : 0
    cached.sum += toCents(amount)
    kinds.set(key, cached)
  }
  return [...kinds.values()].map(({ sum, ...cached }) => ({ ...cached, amount: centsToAmount(sum) }))
}

/** One file of the bank, and what its lines would be booked to; 404 where there is none. */
export const findUpload = async (
  ctx: Ctx,
  { params: { uploadId } }: ParsedRequest<typeof getBankUpload>,
): Promise<ResponseBody<typeof getBankUpload>> => {
  const found = await ctx.db
    .selectFrom('bankUpload as u')
    .where('u.id', '=', uploadId)
    .select(['u.id', 'u.fileName', 'u.uploadedAt', 'u.approvalId', userNameSql('u.uploadedBy').as('uploaderName')])
    .select(sql<BankUploadDetail['state']>`u.state`.as('state'))
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  const lines = found.state === 'waiting' ? await getUploadPlan(ctx, uploadId) : []
  return { ...found, lines: lines.length, odd: lines.filter(({ isOdd }) => isOdd).length, kinds: summarizeKinds(lines) }
}
