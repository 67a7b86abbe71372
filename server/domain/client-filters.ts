import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { listClients } from '#contract/clients.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { resolveFilterDay } from '#rules/relative-day.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { isOneOfWordsSql } from '#server/core/one-of.ts'
import { hasBlockReasonSql } from './client-block-reasons.ts'
import { matchesClientField, matchesClientText, parseAccountNumber } from './client-text-search.ts'
import { type ClientListExpression, isManagedBy, selectVisibleClients } from './visibility.ts'

/** What the list of clients can be narrowed by. */
export type ClientFilters = ParsedRequest<typeof listClients.count>['query']

const accountStatusConditions = {
  active: sql<SqlBool>`c.active_accounts > 0`,
  pending: sql<SqlBool>`c.has_pending`,
  expired: sql<SqlBool>`c.has_expired`,
  canceled: sql<SqlBool>`c.has_canceled`,
}

/**
 * The filters on what makes a kind of client: conditions on `c`, a row of client_list or of client_list_sum. The values stand in the text: what is
 * planned once is planned for them.
 */
export const buildClientKindCondition = (filters: ClientFilters): RawBuilder<SqlBool> => {
  const { country, kyc, address, form, accountStatus, smartContributions, strategicAlliances } = filters
  const { smartMovements, joint, companies } = filters
  const conditions = [
    ...(country ? [isOneOfWordsSql(sql`c.country`, country)] : []),
    ...(kyc && !kyc.includes('indifferent') ? [isOneOfWordsSql(sql`c.kyc_status`, kyc)] : []),
    ...(address ? [isOneOfWordsSql(sql`c.address_status`, address)] : []),
    ...(form ? [isOneOfWordsSql(sql`c.form_status`, form)] : []),
    ...(accountStatus
      ? [
          sql`(${sql.join(
            accountStatus.map((tab) => accountStatusConditions[tab]),
            sql` or `,
          )})`,
        ]
      : []),
    ...(smartContributions === undefined ? [] : [sql`c.smart_contributions = ${sql.lit(smartContributions)}`]),
    ...(strategicAlliances === undefined ? [] : [sql`c.is_alliance = ${sql.lit(strategicAlliances)}`]),
    ...(smartMovements === undefined ? [] : [sql`c.smart_movements = ${sql.lit(smartMovements)}`]),
    ...(joint === undefined ? [] : [sql`c.is_joint = ${sql.lit(joint)}`]),
    ...(companies === undefined ? [] : [sql`c.is_company = ${sql.lit(companies)}`]),
  ]
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`
}

/** The clients of one person: by any link, by one of them, or those that their team looks after as managers. */
const buildStaffLinkCondition = (
  eb: ClientListExpression,
  person: string | undefined,
  as: ClientFilters['as'],
): Expression<SqlBool> => {
  if (!person) return eb.lit(false)
  if (as === undefined) return isManagedBy(eb, [person])
  return as === 'team'
    ? sql`c.manager_id = any (array(select t.employee_id from employee_team t where t.supervisor_id = ${person}))`
    : eb(`c.${as}Id`, '=', person)
}

const consentConditions = ({ lopd, marketing, transfers }: ClientFilters): RawBuilder<SqlBool>[] => [
  ...(lopd ? [isOneOfWordsSql(sql`c.lopd_status`, lopd)] : []),
  ...(marketing ? [isOneOfWordsSql(sql`c.marketing_status`, marketing)] : []),
  ...(transfers ? [isOneOfWordsSql(sql`c.transfers_status`, transfers)] : []),
]

/** Whether a filter tells clients apart by what `client_list_sum` doesn't keep, texts and people aside. */
export const isBeyondKinds = ({ blocked, dniExpiresBefore, lopd, marketing, transfers, stoppedBy }: ClientFilters) =>
  blocked !== undefined || !!(dniExpiresBefore || lopd || marketing || transfers || stoppedBy)

/** Few are blocked: they are found first, by an index of their own. */
const isBlockedSql = (blocked: boolean) =>
  sql<SqlBool>`(c.client_id in (select b.id from client b where b.block_kind is not null)) = ${blocked}`

/** The visible clients that match all filters but those on text, as the narrow row `c`. */
export const selectNonTextMatches = (ctx: Ctx, filters: ClientFilters) => {
  const { view, person, as, manager, blocked, stoppedBy, dniExpiresBefore: until } = filters
  // A handover takes the filters of the list as its address has them.
  const dniExpiresBefore = until && resolveFilterDay(until, ctx.businessDate)
  const { employeeId, zoneId } = ctx.person.membership
  return selectVisibleClients(ctx)
    .where(buildClientKindCondition(filters))
    .$if(view === 'mine', (rows) => rows.where((eb) => isManagedBy(eb, employeeId ? [employeeId] : [])))
    .$if(view === 'zone', (rows) => rows.where('c.zoneId', '=', zoneId ?? '0'))
    .$if(view === 'of', (rows) => rows.where((eb) => buildStaffLinkCondition(eb, person, as)))
    .$if(blocked !== undefined, (rows) => rows.where(isBlockedSql(blocked!)))
    .$if(!!stoppedBy, (rows) => rows.where(hasBlockReasonSql(ctx.businessDate, stoppedBy!)))
    .$call((rows) => consentConditions(filters).reduce((narrowed, condition) => narrowed.where(condition), rows))
    .$if(!!manager, (rows) => rows.where('c.managerId', 'in', manager!))
    .$if(!!dniExpiresBefore, (rows) => rows.where('c.dniValidUntil', '<', dniExpiresBefore!))
}

export type ClientListQuery = ReturnType<typeof selectNonTextMatches>

/** Holders of the account of that number, found by its index once for all rows. */
const buildAccountHolderCondition = (number: string) =>
  sql`s.client_id = any(array(select h.client_id from account a join account_holder h on h.account_id = a.id and h.role <> 'authorised'
    where plain_number(a.number) = ${number}))`

const buildSearchCondition = (ctx: Ctx, search: string): RawBuilder<SqlBool> => {
  const number = parseAccountNumber(search)
  return number
    ? sql<SqlBool>`(${matchesClientText(ctx, search)} or ${buildAccountHolderCondition(number)})`
    : matchesClientText(ctx, search)
}

/** Conditions on the search row `s`, one for each filter on text; undefined where there is none. */
export const buildTextConditions = (
  ctx: Ctx,
  { search, name, email, cvl, phone }: ClientFilters,
): RawBuilder<SqlBool> | undefined => {
  const conditions = [
    ...(search ? [buildSearchCondition(ctx, search)] : []),
    ...(name ? [matchesClientField('name', name)] : []),
    ...(email ? [matchesClientField('email', email)] : []),
    ...(cvl ? [matchesClientField('cvl', cvl)] : []),
    ...(phone ? [matchesClientField('phone', phone)] : []),
  ]
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : undefined
}

/** Those that match, found all at once: however many they are. */
export const addTextConditions = (rows: ClientListQuery, conditions: RawBuilder<SqlBool>): ClientListQuery =>
  rows.where(sql<SqlBool>`c.client_id in (select s.client_id from client_search s where ${conditions})`)

/** All that match, as the narrow row `c`. */
export const selectMatchingClients = (ctx: Ctx, filters: ClientFilters): ClientListQuery => {
  const conditions = buildTextConditions(ctx, filters)
  const rows = selectNonTextMatches(ctx, filters)
  return conditions ? addTextConditions(rows, conditions) : rows
}
