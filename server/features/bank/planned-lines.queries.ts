import { sql } from 'kysely'
import type { getUpload, listPlannedLines, PlannedRow, UploadDetail } from '#contract/bank/uploads.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { Sorting } from '#contract/core/list.ts'
import { booksCurrency, tenantFacts } from '#contract/core/tenants.ts'
import type { FileStatement } from '#rules/bank-file/statement-file.ts'
import { centsOf, moneyOf } from '#rules/cents.ts'
import { searchNumber, searchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { orderBy } from '#server/core/paging.ts'
import { fullName } from '#server/domain/client-columns.ts'
import { type PlannedUploadLine, planUpload, type Upload } from './plan-upload.ts'
import { uploaderName } from './uploader-name.ts'

type Filters = Parsed<typeof listPlannedLines.count>['query']
type OfUpload = { params: { uploadId: string } }

const sortColumns: Record<Sort, string> = {
  odd: 'e.weight',
  id: 'e.id',
  amount: 'e.amount',
}

type Sort = (typeof listPlannedLines.sortable)[number]

const byPlace = (one: PlannedUploadLine, other: PlannedUploadLine): number => Number(one.id) - Number(other.id)

/** The same orders as those of a file: lines that are alike stand as the bank has them. */
const comparisons: Record<Sort, typeof byPlace> = {
  odd: (one, other) => Number(other.isOdd) - Number(one.isOdd) || byPlace(one, other),
  id: byPlace,
  amount: (one, other) => Number(centsOf(one.amount) - centsOf(other.amount)) || byPlace(one, other),
}

const findContent = async (ctx: Ctx, uploadId: string): Promise<Upload> => {
  const found = await ctx.db
    .selectFrom('bankUpload')
    .where('id', '=', uploadId)
    .where('state', '=', 'waiting')
    .select(['statements', 'format', 'uploadedBy'])
    .select(sql<string>`(uploaded_at at time zone ${tenantFacts[ctx.prefix].timeZone})::date::text`.as('uploadedOn'))
    .executeTakeFirst()
  if (!found?.statements) throw refuse('notFound')
  return { ...found, statements: found.statements as unknown as FileStatement[] }
}

type Plan = { key: string; at: number; lines: Promise<PlannedUploadLine[]> }

/** The page of a file asks for its summary, its lines and their count at once, and for one page after the other: the plan of a large one is dear. */
const plans = new WeakMap<Ctx['tenant'], Plan[]>()
/** What a transaction that was slow to end has changed is seen after so long. */
const longestMs = 10_000
const mostPlans = 3

/** What the plan of a file depends on: who looks, and that nothing was written meanwhile. */
const planKey = async ({ db, person, businessDate }: Ctx, uploadId: string): Promise<string> => {
  const { rows } = await sql<{ last: string }>`
    select concat_ws(' ', (select max(id) from audit_event), (select max(id) from journal), u.state, u.id) as last
      from bank_upload u where u.id = ${uploadId}`.execute(db)
  return [rows[0]?.last, person.userId, person.employeeId, businessDate].join(' ')
}

/** The plan of a waiting file as everything stands; 404 where none waits. */
const planOf = async (ctx: Ctx, uploadId: string): Promise<PlannedUploadLine[]> => {
  const [key, now] = [await planKey(ctx, uploadId), performance.now()]
  const kept = (plans.get(ctx.tenant) ?? []).filter(({ at }) => now - at < longestMs)
  const known = kept.find((plan) => plan.key === key)
  if (known) return known.lines
  const lines = findContent(ctx, uploadId).then((content) => planUpload(ctx.db, ctx, content))
  const plan = { key, at: now, lines }
  plans.set(ctx.tenant, [plan, ...kept].slice(0, mostPlans))
  lines.catch(() => plans.set(ctx.tenant, plans.get(ctx.tenant)?.filter((one) => one !== plan) ?? []))
  return lines
}

type Line = Omit<PlannedUploadLine, 'isOdd'> & { weight: number }

/** The planned lines as a table: what they would be booked to is worked out here, and named, searched and sorted as any list is. */
const linesTable = (lines: readonly PlannedUploadLine[]) => {
  const rows = lines.map((line) => ({
    ...{ id: line.id, booking_date: line.bookingDate, value_date: line.valueDate, currency: line.currency },
    ...{ amount: line.amount, counterparty_name: line.counterpartyName, remittance: line.remittance },
    ...{ counterparty_number: line.counterpartyNumber, reference: line.reference, kind: line.kind, bar: line.bar },
    ...{ oddities: line.oddities, account_id: line.accountId, payment_id: line.paymentId, batch_id: line.batchId },
    ...{ payment_reference: line.paymentReference, weight: line.isOdd ? 0 : 1 },
  }))
  return sql<Line>`(select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (
    id bigint, booking_date date, value_date date, currency text, amount numeric(18, 2), counterparty_name text, counterparty_number text,
    remittance text, reference text, kind text, bar text, oddities text[], account_id bigint, payment_id bigint, batch_id bigint,
    payment_reference text, weight integer))`.as('e')
}

/** Whether the line has every one of these words somewhere; an amount as it is written, too. */
const hasWords = (line: PlannedUploadLine, words: readonly string[]): boolean => {
  const { counterpartyName, counterpartyNumber, remittance, reference, amount, paymentReference } = line
  const said = [counterpartyName, counterpartyNumber, remittance, reference, amount, paymentReference]
  const text = searchText(said.filter(Boolean).join(' '))
  return words.every((word) => text.includes(word) || text.includes(searchNumber(word) || word))
}

/** The planned lines of a waiting file that match. */
const findMatching = async (ctx: Ctx, uploadId: string, { search, kind, odd }: Filters) => {
  const words = searchText(search ?? '')
    .split(' ')
    .filter(Boolean)
  return (await planOf(ctx, uploadId)).filter(
    (line) => (!kind || line.kind === kind) && (!odd || line.isOdd === (odd === 'true')) && hasWords(line, words),
  )
}

const shown = (ctx: Ctx, lines: readonly PlannedUploadLine[]) =>
  ctx.db
    .selectFrom(linesTable(lines))
    .leftJoin('paymentOrder as o', 'o.id', 'e.paymentId')
    .leftJoin('account as a', (join) => join.on('a.id', '=', sql<string>`coalesce(e.account_id, o.account_id)`))
    .leftJoin('client', 'client.id', 'a.clientId')
    .select(['e.id', 'e.bookingDate', 'e.valueDate', 'e.currency', 'e.amount', 'e.counterpartyName'])
    .select(['e.counterpartyNumber', 'e.remittance', 'e.reference', 'e.kind', 'e.bar', 'e.batchId'])
    .select(['e.paymentReference', 'a.clientId', 'a.number as accountNumber', 'a.id as accountId'])
    // A reference may have any number: only that of a payment that is there leads to one.
    .select('o.id as paymentId')
    .select(sql<string | null>`case when client.id is not null then ${fullName('client')} end`.as('clientName'))

export const findPlannedLines = async (
  ctx: Ctx,
  { params, query }: Parsed<typeof listPlannedLines.page>,
): Promise<{ rows: PlannedRow[] }> => {
  const { page, pageSize, knownTotal: _, sort, direction, ...filters } = query
  const sorted = (await findMatching(ctx, params.uploadId, filters)).sort(comparisons[sort])
  if (direction === 'desc') sorted.reverse()
  // Only the lines of the page are named: a file may have thousands.
  const lines = sorted.slice((page - 1) * pageSize, page * pageSize)
  if (lines.length === 0) return { rows: [] }
  const rows = new Map((await shown(ctx, lines).select('e.oddities').execute()).map((row) => [row.id, row]))
  return { rows: lines.map(({ id }) => rows.get(id)!) }
}

const sumOf = (lines: readonly PlannedUploadLine[]): string =>
  moneyOf(lines.reduce((sum, { amount }) => sum + centsOf(amount), 0n))

export const countPlannedLines = async (ctx: Ctx, { params, query }: OfUpload & { query: Filters }) => {
  const lines = await findMatching(ctx, params.uploadId, query)
  const ofBooks = lines.filter(({ currency }) => currency === booksCurrency)
  return { total: lines.length, totals: { amount: sumOf(ofBooks) } }
}

/** All of them, for a file: what is odd in one cell. */
export const allPlannedLines = async (
  ctx: Ctx,
  { params }: OfUpload,
  { sort, direction, ...filters }: Filters & Sorting,
) =>
  shown(ctx, await findMatching(ctx, params.uploadId, filters))
    .select(sql<string>`array_to_string(e.oddities, ',')`.as('oddities'))
    .orderBy(orderBy({ sort, direction }, sortColumns, 'e.id'))

/** How many lines of each kind, and what they come to. */
const kindsOf = (lines: readonly PlannedUploadLine[]): UploadDetail['kinds'] => {
  const kinds = new Map<
    string,
    { kind: PlannedRow['kind']; currency: string; lines: number; odd: number; sum: bigint }
  >()
  for (const { kind, currency, amount, isOdd } of lines) {
    const key = `${kind} ${currency}`
    const known = kinds.get(key) ?? { kind, currency, lines: 0, odd: 0, sum: 0n }
    known.lines += 1
    known.odd += isOdd ? 1 : 0
    known.sum += centsOf(amount)
    kinds.set(key, known)
  }
  return [...kinds.values()].map(({ sum, ...known }) => ({ ...known, amount: moneyOf(sum) }))
}

/** One file of the bank, and what its lines would be booked to; 404 where there is none. */
export const findUpload = async (
  ctx: Ctx,
  { params: { uploadId } }: Parsed<typeof getUpload>,
): Promise<Answer<typeof getUpload>> => {
  const found = await ctx.db
    .selectFrom('bankUpload as u')
    .where('u.id', '=', uploadId)
    .select(['u.id', 'u.fileName', 'u.uploadedAt', 'u.approvalId', uploaderName('u').as('uploaderName')])
    .select(sql<UploadDetail['state']>`u.state`.as('state'))
    .executeTakeFirst()
  if (!found) throw refuse('notFound')
  const lines = found.state === 'waiting' ? await planOf(ctx, uploadId) : []
  return { ...found, lines: lines.length, odd: lines.filter(({ isOdd }) => isOdd).length, kinds: kindsOf(lines) }
}
