import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ContactStage, contactStages, type LostReason } from '#contract/contacts/stages.ts'
import type { ContactRow, getContactBoard, listContacts } from '#contract/contacts.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ListPaging, ListSorting } from '#contract/core/list.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { dayStartSql } from '#server/core/day-start.ts'
import { isOneOfSql, isOneOfWordsSql } from '#server/core/one-of.ts'
import { buildOrderBy, toPageWindow } from '#server/core/paging.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { buildAmountCondition } from '#server/domain/amount-condition.ts'
import { matchesContactText } from '#server/domain/contact-text-search.ts'
import { isOwnerVisibleSql, selectVisibleContacts } from '#server/domain/visibility.ts'
import { formatLocalTimeSql } from '#server/reports/local-time-column.ts'

type ContactFilters = ParsedRequest<typeof listContacts.count>['query']
type ContactSort = (typeof listContacts.sortable)[number]

const contactSorts: Record<ContactSort, string> = {
  fullName: 'ct.name_text',
  createdAt: 'ct.created_at',
  stageSince: 'ct.stage_since',
  amount: 'ct.amount_sort',
}

/** The moment `column` is on one of the days, by the firm's clock. */
const isOnDays = (
  ctx: Pick<Ctx, 'prefix'>,
  column: string,
  from: string | undefined,
  to: string | undefined,
): RawBuilder<SqlBool> => {
  const isSince = from === undefined ? sql`true` : sql`${sql.ref(column)} >= ${dayStartSql(ctx, sql`${from}::date`)}`
  const isUntil = to === undefined ? sql`true` : sql`${sql.ref(column)} < ${dayStartSql(ctx, sql`${to}::date + 1`)}`
  return sql<SqlBool>`(${isSince} and ${isUntil})`
}

/** The visible contacts `ct` that match every filter. */
const queryMatchingContacts = (ctx: Pick<Ctx, 'db' | 'scopes' | 'prefix'>, filters: ContactFilters) => {
  const { search, stage, owner, team, type, work, reference, source, wantsInvestments, amount, ...days } = filters
  const { from, to, convertedFrom, convertedTo } = days
  return selectVisibleContacts(ctx)
    .$if(!!search, (rows) => rows.where(matchesContactText(search!)))
    .$if(!!stage, (rows) => rows.where(isOneOfWordsSql(sql`ct.stage`, stage!)))
    .$if(!!owner, (rows) => rows.where(isOneOfSql(sql`ct.employee_id`, owner!)))
    .$if(!!team, (rows) =>
      rows.where(
        sql<SqlBool>`ct.employee_id in (select m.employee_id from employee_team m where m.supervisor_id = ${team})`,
      ),
    )
    .$if(!!type, (rows) => rows.where(isOneOfSql(sql`ct.type_id`, type!)))
    .$if(!!work, (rows) => rows.where(isOneOfSql(sql`ct.work_id`, work!)))
    .$if(!!reference, (rows) => rows.where(isOneOfSql(sql`ct.reference_id`, reference!)))
    .$if(!!source, (rows) => rows.where(isOneOfSql(sql`ct.source_id`, source!)))
    .$if(wantsInvestments !== undefined, (rows) => rows.where('ct.wantsInvestments', '=', wantsInvestments!))
    .$if(!!amount, (rows) => rows.where(buildAmountCondition(sql<string>`ct.amount_sort`, amount!)))
    .$if(!!from || !!to, (rows) => rows.where(isOnDays(ctx, 'ct.created_at', from, to)))
    .$if(!!convertedFrom || !!convertedTo, (rows) =>
      rows.where(isOnDays(ctx, 'ct.converted_at', convertedFrom, convertedTo)),
    )
}

const stageSql = sql<ContactStage>`ct.stage`
const lostReasonSql = sql<LostReason | null>`ct.lost_reason`
const selectRawInstant = (column: string): RawBuilder<string> => sql<string>`${sql.ref(column)}`

/** One step into the index of follow-ups by contact and day. */
const nextFollowUpSql = sql<{ due_on: string; subject: string }>`(select f.due_on::text, f.subject from follow_up f
  where f.contact_id = ct.id and f.state = 'in_progress' order by f.due_on, f.id limit 1)`

/** What is said of one contact `ct`, wherever it is shown. */
export const selectContactColumns = (
  rows: ReturnType<typeof selectVisibleContacts>,
  selectInstant: typeof selectRawInstant = selectRawInstant,
) =>
  rows
    .leftJoin('employee as e', 'e.id', 'ct.employeeId')
    .leftJoin('contactType as kt', 'kt.id', 'ct.typeId')
    .leftJoin('contactWork as kw', 'kw.id', 'ct.workId')
    .leftJoin('contactReference as kr', 'kr.id', 'ct.referenceId')
    .leftJoin('contactSource as ks', 'ks.id', 'ct.sourceId')
    .leftJoinLateral(nextFollowUpSql.as('n'), (join) => join.onTrue())
    .select(['ct.id', 'ct.email', 'ct.phone', 'ct.amount', 'ct.wantsInvestments', 'ct.lopdOn', 'ct.version'])
    .select(['kt.name as typeName', 'kw.name as workName', 'kr.name as referenceName', 'ks.name as sourceName'])
    .select([fullNameSql('ct').as('fullName'), stageSql.as('stage'), selectInstant('ct.stage_since').as('stageSince')])
    .select([fullNameSql<string | null>('e').as('ownerName'), 'e.cvl as ownerCvl', lostReasonSql.as('lostReason')])
    .select(['n.due_on as nextFollowUpOn', 'n.subject as nextFollowUp'])
    .select([sql<boolean>`ct.client_id is not null`.as('isConverted'), selectInstant('ct.created_at').as('createdAt')])

/** A page is chosen in an index first, so that what its rows say is looked up for them alone, also in the middle of the list. */
export const findContactPage = async (
  ctx: Ctx,
  filters: ContactFilters,
  paging: ListPaging<ContactSort>,
): Promise<ContactRow[]> => {
  const { offset, limit, backwards } = toPageWindow(paging)
  const order = buildOrderBy(paging, contactSorts, 'ct.id', backwards)
  const chosen = queryMatchingContacts(ctx, filters).select('ct.id').orderBy(order).limit(limit).offset(offset)
  const rows = await selectContactColumns(ctx.db.selectFrom('contact as ct').where('ct.id', 'in', chosen))
    .orderBy(order)
    .execute()
  return backwards ? rows.reverse() : rows
}

export const selectAllContacts = (ctx: Ctx, filters: ContactFilters, sorting: ListSorting<ContactSort>) =>
  selectContactColumns(queryMatchingContacts(ctx, filters), (column) => formatLocalTimeSql(ctx, column)).orderBy(
    buildOrderBy(sorting, contactSorts, 'ct.id'),
  )

/** Of what the tallies know; of anything else the contacts themselves are counted. */
const isTallied = ({ stage, owner, ...others }: ContactFilters): boolean =>
  Object.values(others).every((value) => value === undefined)

const queryTallies = (ctx: Ctx, { stage, owner }: ContactFilters) =>
  ctx.db
    .selectFrom('contactTally as k')
    .where(isOwnerVisibleSql(ctx, sql`k.employee_id`))
    .$if(!!stage, (rows) => rows.where(isOneOfWordsSql(sql`k.stage`, stage!)))
    .$if(!!owner, (rows) => rows.where(isOneOfSql(sql`k.employee_id`, owner!)))

const sumSql = (amount: RawBuilder<unknown>) => sql<string>`coalesce(sum(${amount}), 0)::numeric(18, 2)`
const talliedCountSql = sql<number>`coalesce(sum(k.contacts), 0)::int`
const countSql = sql<number>`count(*)::int`

/** How many match, and their expected amounts together ('1234.50'). */
export const countContacts = (ctx: Ctx, filters: ContactFilters): Promise<{ total: number; amount: string }> =>
  isTallied(filters)
    ? queryTallies(ctx, filters)
        .select([talliedCountSql.as('total'), sumSql(sql`k.amount`).as('amount')])
        .executeTakeFirstOrThrow()
    : queryMatchingContacts(ctx, filters)
        .select([countSql.as('total'), sumSql(sql`ct.amount_sort`).as('amount')])
        .executeTakeFirstOrThrow()

/** Every stage of the filter, those with nobody in them too, in the order of the board. */
export const findContactBoard = async (
  ctx: Ctx,
  { query }: ParsedRequest<typeof getContactBoard>,
): Promise<ResponseBody<typeof getContactBoard>> => {
  const found = isTallied(query)
    ? await queryTallies(ctx, query)
        .groupBy('k.stage')
        .select(['k.stage', talliedCountSql.as('contacts'), sumSql(sql`k.amount`).as('amount')])
        .execute()
    : await queryMatchingContacts(ctx, query)
        .groupBy('ct.stage')
        .select(['ct.stage', countSql.as('contacts'), sumSql(sql`ct.amount_sort`).as('amount')])
        .execute()
  const shown = query.stage ?? contactStages
  return {
    stages: contactStages
      .filter((stage) => shown.includes(stage))
      .map((stage) => {
        const { contacts = 0, amount = '0.00' } = found.find((one) => one.stage === stage) ?? {}
        return { stage, contacts, amount }
      }),
  }
}
