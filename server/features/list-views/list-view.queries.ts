import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { ListContract } from '#contract/core/list.ts'
import type * as contract from '#contract/list-views.ts'
import type { ListView, ListViewState, ViewAudience } from '#contract/list-views.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { userNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { filterKnownListState } from '#server/domain/list-view-state.ts'
import { isListViewVisibleSql, mayOpenList } from '#server/domain/list-views.ts'

/** The list of that path, for whoever may open it. Throws 404. */
export const getVisibleList = ({ person }: Ctx, path: string, { deps }: HttpContext): ListContract => {
  const list = deps.lists.get(path)
  if (!list || !mayOpenList(person, list)) throw buildRefusal('notFound')
  return list
}

/** With whom the person may share a view of the list: a team needs a place among the staff, everybody needs to see the whole firm there. */
export const listAudiences = ({ person }: Ctx, { page: { module, action } }: ListContract): ViewAudience[] => {
  const seesAll = module && action && person.ownRights.getScopes(module, action).every(({ all }) => all)
  return ['nobody', ...(person.cvl === null ? [] : (['team'] as const)), ...(seesAll ? (['all'] as const) : [])]
}

const selectVisibleViews = (db: Kysely<DB>, { person }: Pick<Ctx, 'person'>) =>
  db
    .selectFrom('listView as v')
    .leftJoin('listViewChoice as k', (join) => join.onRef('k.viewId', '=', 'v.id').on('k.userId', '=', person.userId))
    .where(isListViewVisibleSql(person))
    .select(['v.id', 'v.list', 'v.name', 'v.version', 'v.sort'])
    .select([
      sql<ViewAudience>`v.shared_with`.as('sharedWith'),
      sql<boolean>`v.user_id = ${person.userId}`.as('isOwn'),
      userNameSql('v.user_id').as('ownerName'),
      sql<boolean>`coalesce(k.is_default, false)`.as('isDefault'),
      sql<ListViewState['filters']>`v.filters`.as('filters'),
      sql<ListViewState['columns']>`v.columns`.as('columns'),
      sql<ListViewState['direction']>`v.direction`.as('direction'),
    ])

type ViewRecord = Awaited<ReturnType<ReturnType<typeof selectVisibleViews>['execute']>>[number]

const toListView = (list: ListContract, { filters, columns, sort, direction, ...view }: ViewRecord): ListView => ({
  ...view,
  ...filterKnownListState(list, { filters, columns, sort, direction }),
})

export const findListViews = async (
  ctx: Ctx,
  { query }: ParsedRequest<typeof contract.getListViews>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.getListViews>> => {
  const list = getVisibleList(ctx, query.list, raw)
  const rows = await selectVisibleViews(ctx.db, ctx)
    .where('v.list', '=', query.list)
    .orderBy(sql`k.place nulls last, v.user_id <> ${ctx.person.userId}, lower(v.name), v.id`)
    .execute()
  return { views: rows.map((row) => toListView(list, row)), audiences: listAudiences(ctx, list) }
}

/** The view, for whom it is there. Throws 404. */
export const getVisibleView = async (
  ctx: Ctx,
  viewId: string,
  raw: HttpContext,
  db: Kysely<DB> = ctx.db,
): Promise<ListView> => {
  const row = await selectVisibleViews(db, ctx).where('v.id', '=', viewId).executeTakeFirst()
  if (!row) throw buildRefusal('notFound')
  return toListView(getVisibleList(ctx, row.list, raw), row)
}

export const findListView = (
  ctx: Ctx,
  { params }: ParsedRequest<typeof contract.getListView>,
  raw: HttpContext,
): Promise<ListView> => getVisibleView(ctx, params.viewId, raw)

/** One person's writes wait for each other: neither limit nor name can be passed by two at once. */
export const lockViewsOf = async (tx: Kysely<DB>, { person }: Ctx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('list_view', ${person.userId}::bigint))`.execute(tx)
}
