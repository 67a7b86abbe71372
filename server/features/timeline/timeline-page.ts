import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { getClientTimeline, TimelineKind } from '#contract/timeline.ts'
import { toSearchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { normalizeTextSql } from '#server/core/person-name.ts'
import type { TimelineOrder, TimelinePage } from '#server/core/timeline-branch.ts'
import { getKindPlace, type TimelineCursor } from './timeline-cursor.ts'
import { findWordKeys } from './timeline-words.ts'

export type TimelineQuery = ParsedRequest<typeof getClientTimeline>['query']

const joinConditions = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

const startOfDaySql = (day: unknown, { prefix }: Pick<Ctx, 'prefix'>) =>
  sql`(${day}::date::timestamp at time zone ${tenantFacts[prefix].timeZone})`

/** The instant by which an entry is ordered: a day counts from its first moment by the firm's clock. */
export const entryInstantSql = (ctx: Pick<Ctx, 'prefix'>, { at, isDay }: TimelineOrder): RawBuilder<unknown> =>
  isDay ? startOfDaySql(at, ctx) : at

/**
 * Rows behind the cursor. Among entries of one instant the kinds have their order, and within a kind the ids: so no entry stands on two pages,
 * and none on no page. Of days, a condition that an index knows comes first.
 */
const isBehindCursorSql = (
  ctx: Pick<Ctx, 'prefix'>,
  kind: TimelineKind,
  order: TimelineOrder,
  cursor: TimelineCursor,
): RawBuilder<unknown>[] => {
  const at = entryInstantSql(ctx, order)
  const instant = sql`${cursor.at}::timestamptz`
  const difference = getKindPlace(kind) - getKindPlace(cursor.kind)
  const behind =
    difference === 0
      ? sql`(${at}, ${order.id}, ${order.line ?? sql`0::bigint`}) < (${instant}, ${cursor.id}::bigint, ${cursor.line}::bigint)`
      : difference < 0
        ? sql`${at} <= ${instant}`
        : sql`${at} < ${instant}`
  const { timeZone } = tenantFacts[ctx.prefix]
  return order.isDay ? [sql`${order.at} <= (${instant} at time zone ${timeZone})::date`, behind] : [behind]
}

const isWithinDaysSql = (
  ctx: Pick<Ctx, 'prefix'>,
  { at, isDay }: TimelineOrder,
  { from, to }: Pick<TimelineQuery, 'from' | 'to'>,
): RawBuilder<unknown>[] => [
  ...(from ? [isDay ? sql`${at} >= ${from}::date` : sql`${at} >= ${startOfDaySql(from, ctx)}`] : []),
  ...(to ? [isDay ? sql`${at} <= ${to}::date` : sql`${at} < ${startOfDaySql(sql`(${to}::date + 1)`, ctx)}`] : []),
]

/** What a page of the timeline asks of a branch of this kind. */
export const buildTimelinePage = (
  ctx: Ctx,
  kind: TimelineKind,
  { from, to, search, limit }: TimelineQuery,
  cursor: TimelineCursor | undefined,
): TimelinePage => {
  const words = toSearchText(search ?? '')
    .split(' ')
    .filter(Boolean)
  return {
    limit: limit + 1,
    matchesTime: (order) =>
      joinConditions([
        ...(cursor ? isBehindCursorSql(ctx, kind, order, cursor) : []),
        ...isWithinDaysSql(ctx, order, { from, to }),
      ]),
    matchesSearch: ({ what = sql`null`, text = sql`null`, accountNumber = sql`null` }) =>
      joinConditions(
        words.map((word) => {
          const keys = findWordKeys(ctx.person.idioma, kind, word)
          return sql`(strpos(${normalizeTextSql(sql`concat_ws(' ', ${text}, ${accountNumber})`)}, ${word}) > 0
            or coalesce(${what} = any(${keys}::text[]), false))`
        }),
      ),
  }
}
