import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { FigureKey } from '#contract/figures/keys.ts'
import { figures } from '#contract/figures/keys.ts'
import type { FigurePeriod, getDashboard } from '#contract/figures.ts'
import { buildFigurePeriod } from '#rules/figure-period.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { hasFirmWideScope, type RecordScope } from '#server/core/rights.ts'
import { findMemberIds } from './team-member-ids.ts'
import { isManagedBy, selectVisibleClients, selectVisibleStaff } from './visibility.ts'

/** Of whom and of when, as the filters say. */
export type FigureFilters = ParsedRequest<typeof getDashboard>['query']

/** The people whose clients count; null: whoever is in reach. */
export type FigurePeople = readonly string[] | null

/** What the rows of a figure are read from: whose clients, and on which days. */
export type FigureRequest = { ctx: Ctx; people: FigurePeople; from: string; to: string }

/** Nobody's books are older, and a range of a lifetime is long enough: some figures look at each year of it. */
const earliestDay = '1950-01-01'
const latestDay = '2099-12-31'

/** The range that the filters name, as of today. Refused with `request.invalid` where days of one's own are missing, the wrong way round, or in no age of ours. */
export const resolvePeriod = (
  { businessDate }: Pick<Ctx, 'businessDate'>,
  { range = 'month', from, to }: FigureFilters,
): FigurePeriod => {
  if (range !== 'custom') return buildFigurePeriod(range, businessDate)
  if (!from || !to) throw buildRefusal('request.invalid', { fields: { [from ? 'to' : 'from']: 'required' } })
  if (to < from) throw buildRefusal('request.invalid', { fields: { to: 'too_small' } })
  if (from < earliestDay) throw buildRefusal('request.invalid', { fields: { from: 'too_small' } })
  if (to > latestDay) throw buildRefusal('request.invalid', { fields: { to: 'too_big' } })
  return buildFigurePeriod({ from, to }, businessDate)
}

/** Those whose clients count. Throws 404 for whom the caller doesn't see. */
export const resolvePeople = async (
  ctx: Ctx,
  { of, view = 'individual' }: Pick<FigureFilters, 'of' | 'view'>,
): Promise<FigurePeople> => (of === undefined ? null : findMemberIds(ctx, of, view))

/** Whose figures they are, for the head of a screen. */
export const findFigureScope = async (ctx: Ctx, { of, view = 'individual' }: Pick<FigureFilters, 'of' | 'view'>) => {
  const person =
    of === undefined
      ? undefined
      : await selectVisibleStaff(ctx)
          .where('e.id', '=', of)
          .select(['e.id', fullNameSql('e').as('name')])
          .executeTakeFirst()
  return { person: person ?? null, view, isWholeFirm: of === undefined && hasFirmWideScope(ctx) }
}

/** The caller with the right to a figure's data added to the right to the dashboard: what both let them see. Null: not theirs to see. */
export const withFigureScope = (ctx: Ctx, figure: FigureKey): Ctx | null => {
  const { rights } = ctx.person
  const { module } = figures[figure]
  if (!rights.may(module, 'view')) return null
  return { ...ctx, scopes: [...ctx.scopes, ...rights.getScopes(module, 'view')] }
}

/**
 * The link `s` was in force on a day. One that ends on the day on which its follower begins had that day no more: a client handed over twice in a day is
 * with the last one.
 */
const isLinkInForceSql = (staffIds: readonly string[], day: RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`(
  s.employee_id = any(${[...staffIds]}::bigint[]) and s.valid_from <= ${day} and (s.valid_to is null or s.valid_to >= ${day})
  and not (s.valid_to is not distinct from ${day} and exists (
    select from client_staff n where n.client_id = s.client_id and n.role = s.role and n.id <> s.id
       and n.valid_from <= ${day} and (n.valid_to is null or n.valid_to > ${day}))))`

type IsLinked = (staffIds: readonly string[]) => RawBuilder<SqlBool>
type FigureScope = Pick<FigureRequest, 'ctx' | 'people'>

/** Whether the client `c` counted, by the links that `isLinked` looks at; a zone is that of today. */
const isInScope = ({ ctx, people }: FigureScope, isLinked: IsLinked): RawBuilder<SqlBool> => {
  const conditions = ctx.scopes
    .filter(({ all }) => !all)
    .map(({ staffIds, zoneId }: RecordScope) =>
      zoneId === null ? isLinked(staffIds) : sql`(${isLinked(staffIds)} or c.zone_id = ${zoneId})`,
    )
  const chosen = people === null ? conditions : [...conditions, isLinked(people)]
  return chosen.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(chosen, sql` and `)})`
}

/** Whether the client `c` counted on a day that each row has of its own, by the links in force then. */
export const isInFigureScopeOn = (scope: FigureScope, day: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  isInScope(
    scope,
    (staffIds) =>
      sql<SqlBool>`exists (select from client_staff s where s.client_id = c.client_id and ${isLinkInForceSql(staffIds, day)})`,
  )

/** The same on one day for all rows: whom these people had then is found once. */
const isInFigureScopeOnDay = (scope: FigureScope, day: string): RawBuilder<SqlBool> =>
  isInScope(
    scope,
    (staffIds) =>
      sql<SqlBool>`c.client_id in (select s.client_id from client_staff s where ${isLinkInForceSql(staffIds, sql`${day}::date`)})`,
  )

/** Everybody by whose links a client may count. */
export const listScopeStaffIds = ({ ctx, people }: FigureScope): string[] => [
  ...new Set([...ctx.scopes.flatMap(({ all, staffIds }) => (all ? [] : staffIds)), ...(people ?? [])]),
]

/** The client `c` was ever looked after by those who count: their clients are found first, and looked at for a day then. True where nobody in particular counts. */
export const wasEverInFigureScope = ({ ctx, people }: FigureScope): RawBuilder<SqlBool> => {
  const byPeople = ctx.scopes.filter(({ all, zoneId }) => !all && zoneId === null).map(({ staffIds }) => staffIds)
  const some = people ?? byPeople[0]
  return some
    ? sql<SqlBool>`c.client_id in (select s.client_id from client_staff s where s.employee_id = any(${[...some]}::bigint[]))`
    : sql<SqlBool>`true`
}

/**
 * The clients whose accounts count on a day, as the narrow row `c`: today those with a current link, on an earlier day those with a link in force
 * then. A stock moves with its client, on the day of the handover.
 */
export const selectClientsOn = (scope: FigureScope, day: string) => {
  const { ctx, people } = scope
  if (day >= ctx.businessDate)
    return selectVisibleClients(ctx).$if(people !== null, (rows) => rows.where((eb) => isManagedBy(eb, people ?? [])))
  return ctx.db.selectFrom('clientList as c').where(isInFigureScopeOnDay(scope, day))
}
