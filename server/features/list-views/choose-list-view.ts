import { sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/list-views.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { isListViewVisibleSql } from '#server/domain/list-views.ts'
import { getVisibleList, getVisibleView, lockViewsOf } from './list-view.queries.ts'

/** The places of the views, own and shared, from the first one on. Views that aren't named follow. Throws 404 where one isn't there for the caller. */
export const orderListViews = async (
  ctx: Ctx,
  { body: { list, viewIds } }: ParsedRequest<typeof contract.orderListViews>,
  raw: HttpContext,
): Promise<Record<string, never>> => {
  getVisibleList(ctx, list, raw)
  const ids = [...new Set(viewIds)]
  await ctx.db.transaction().execute(async (tx) => {
    await lockViewsOf(tx, ctx)
    const { rows } = await sql<{ id: string }>`
      select v.id from list_view v where v.list = ${list} and v.id = any(${ids}::bigint[]) and ${isListViewVisibleSql(ctx.person)}`.execute(
      tx,
    )
    if (rows.length !== ids.length) throw buildRefusal('notFound')
    await tx
      .updateTable('listViewChoice')
      .set({ place: null })
      .where('userId', '=', ctx.person.userId)
      .where('list', '=', list)
      .execute()
    await sql`
      insert into list_view_choice (user_id, view_id, list, place)
      select ${ctx.person.userId}, id, ${list}, place from unnest(${ids}::bigint[]) with ordinality as o (id, place)
      on conflict (user_id, view_id) do update set place = excluded.place`.execute(tx)
  })
  return {}
}

/** Throws 404 for a view that isn't there for the caller, or that is of another list. */
export const setDefaultListView = async (
  ctx: Ctx,
  { body: { list, viewId } }: ParsedRequest<typeof contract.setDefaultListView>,
  raw: HttpContext,
): Promise<Record<string, never>> => {
  getVisibleList(ctx, list, raw)
  const { userId } = ctx.person
  await ctx.db.transaction().execute(async (tx) => {
    await lockViewsOf(tx, ctx)
    await tx
      .updateTable('listViewChoice')
      .set({ isDefault: false })
      .where('userId', '=', userId)
      .where('list', '=', list)
      .execute()
    if (viewId === null) return
    const view = await getVisibleView(ctx, viewId, raw, tx)
    if (view.list !== list) throw buildRefusal('notFound')
    await tx
      .insertInto('listViewChoice')
      .values({ userId, viewId, list, isDefault: true })
      .onConflict((conflict) => conflict.columns(['userId', 'viewId']).doUpdateSet({ isDefault: true }))
      .execute()
  })
  return {}
}
