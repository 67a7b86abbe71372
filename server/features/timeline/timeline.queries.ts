import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { getClientTimeline, type TimelineEntry } from '#contract/timeline.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { createFilterDayResolver } from '#server/core/filter-days.ts'
import { coversScopes } from '#server/core/rights.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { executeSteady } from '#server/core/steady-statement.ts'
import type { TimelineBranch, TimelinePage, TimelineRows } from '#server/core/timeline-branch.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { formatTimelineCursor, getKindPlace, parseTimelineCursor, type TimelineCursor } from './timeline-cursor.ts'
import { buildTimelinePage, entryInstantSql, type TimelineQuery } from './timeline-page.ts'

const resolveFilterDays = createFilterDayResolver(getClientTimeline.query.shape)

/** Kinds whose module the caller may look at, in the order of the contract. */
const listVisibleBranches = ({ person }: Ctx, { deps }: HttpContext): TimelineBranch[] =>
  deps.timeline
    .filter(({ module }) => person.rights.may(module, 'view'))
    .sort((one, other) => getKindPlace(other.kind) - getKindPlace(one.kind))

const isClientVisibleSql = (ctx: Pick<Ctx, 'db' | 'scopes'>, clientId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (${selectVisibleClients(ctx).where('c.clientId', '=', clientId).select(sql.lit(1).as('one'))})`

/** The first rows of a branch, in the order of the timeline. */
const selectBranchSql = (
  ctx: Ctx,
  { kind }: TimelineBranch,
  { from, where, order, ...columns }: TimelineRows,
  page: TimelinePage,
): RawBuilder<unknown> => {
  const { id, line = sql`0::bigint` } = order
  const { what, state, text, amount, accountNumber, userId, path } = columns
  const orNull = (column: RawBuilder<unknown> | undefined, type: string) =>
    sql`${column ?? sql.lit(null)}::${sql.raw(type)}`
  return sql`(select ${entryInstantSql(ctx, order)} as at, ${sql.lit(getKindPlace(kind))} as place, ${sql.lit(kind)} as kind, ${id} as id,
    ${line}::bigint as line, ${sql.lit(order.isDay ?? false)} as is_day, ${orNull(what, 'text')} as what, ${orNull(state, 'text')} as state,
    ${orNull(text, 'text')} as text, ${orNull(amount, 'numeric(18, 2)')} as amount, ${orNull(accountNumber, 'text')} as account_number,
    ${orNull(userId, 'bigint')} as user_id, ${orNull(path, 'text')} as path
    from ${from} where ${where} and ${page.matchesTime(order)} and ${page.matchesSearch(columns)}
    order by ${order.at} desc, ${id} desc, ${line} desc limit ${page.limit})`
}

/** What a branch adds to the statement, for whoever has its module; of the right of that module, not of the one to the client. */
const buildBranchSql = async (
  ctx: Ctx,
  branch: TimelineBranch,
  { clientId, query, cursor }: { clientId: string; query: TimelineQuery; cursor: TimelineCursor | undefined },
  { deps }: HttpContext,
): Promise<RawBuilder<unknown>> => {
  const scopes = ctx.person.rights.getScopes(branch.module, 'view')
  const own = { ...ctx, scopes }
  const page = buildTimelinePage(own, branch.kind, query, cursor)
  const rows = await branch.select(own, clientId, page, deps)
  const isCovered = branch.seenBy === 'ownRule' || coversScopes(scopes, ctx.scopes)
  const where = isCovered ? rows.where : sql<SqlBool>`${isClientVisibleSql(own, clientId)} and ${rows.where}`
  return selectBranchSql(own, branch, { ...rows, where }, page)
}

type EntryRow = Omit<TimelineEntry, 'id'> & { id: string; line: string; cursorAt: string }

/** Newest first: one statement for the entries of all branches, each of which gives no more than a page. 404 outside of the caller's scope. */
export const findClientTimeline = async (
  ctx: Ctx,
  { params: { clientId }, query }: ParsedRequest<typeof getClientTimeline>,
  raw: HttpContext,
): Promise<ResponseBody<typeof getClientTimeline>> => {
  const { kind: kinds, before, from, to, search, limit } = query
  const cursor = before === undefined ? undefined : parseTimelineCursor(before)
  if (before !== undefined && !cursor) throw buildRefusal('request.invalid', { fields: { before: 'invalid_format' } })
  const visible = listVisibleBranches(ctx, raw)
  const chosen = kinds ? visible.filter(({ kind }) => kinds.includes(kind)) : visible
  const request = { clientId, query: resolveFilterDays(query, ctx), cursor }
  const branches = await Promise.all(chosen.map((branch) => buildBranchSql(ctx, branch, request, raw)))
  const isFirst = !kinds && !before && !from && !to && !search
  const rows = branches.length === 0 ? [] : await fetchEntries(ctx, clientId, branches, { limit: limit + 1, isFirst })
  if (rows.length === 0 && !(await isClientVisible(ctx, clientId))) throw buildRefusal('notFound')
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    kinds: [...new Set(visible.map(({ kind }) => kind))],
    entries: shown.map(({ id, line, cursorAt: _, ...entry }) => ({ ...entry, id: `${entry.kind}.${id}.${line}` })),
    next: last ? formatTimelineCursor({ at: last.cursorAt, kind: last.kind, id: last.id, line: last.line }) : null,
  }
}

/**
 * The client's visibility is a condition of the statement itself: whoever doesn't see them gets no row of any branch. Each branch reads one
 * client's rows by its index, whoever it is, so the plan of a first page, which takes longer to make than to run, may be kept. Other pages have too
 * many forms.
 */
const fetchEntries = async (
  ctx: Ctx,
  clientId: string,
  branches: readonly RawBuilder<unknown>[],
  { limit, isFirst }: { limit: number; isFirst: boolean },
): Promise<EntryRow[]> => {
  const statement = sql<EntryRow>`
    select e.id::text as id, e.line::text as line, e.kind, e.at, e.is_day, e.what, e.state, e.text, e.amount, e.account_number, e.path,
           to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_at,
           (select n.full_name from registry.people_named(array[e.user_id]) n where e.user_id is not null) as person_name
      from (select u.* from (${sql.join(branches, sql` union all `)}) u
             where ${isClientVisibleSql(ctx, clientId)}
             order by u.at desc, u.place desc, u.id desc, u.line desc limit ${limit}) e
     order by e.at desc, e.place desc, e.id desc, e.line desc`
  return isFirst ? executeSteady(ctx.db, statement.compile(ctx.db)) : (await statement.execute(ctx.db)).rows
}

const isClientVisible = async (ctx: Ctx, clientId: string): Promise<boolean> =>
  (await selectVisibleClients(ctx).where('c.clientId', '=', clientId).select('c.clientId').executeTakeFirst()) !==
  undefined
