import { type Kysely, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { ListContract } from '#contract/core/list.ts'
import type * as contract from '#contract/list-views.ts'
import { type ListView, type ListViewState, maxListViews, type ViewAudience } from '#contract/list-views.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertFitsList } from '#server/domain/list-view-state.ts'
import { getVisibleList, getVisibleView, listAudiences, lockViewsOf } from './list-view.queries.ts'

/** For so long a view that was deleted can be restored. */
const restoreHours = 24

/** The view of the caller's own that is there, nobody else's until the transaction ends. Throws 404, for the views of others too. */
const lockOwnView = async (tx: Kysely<DB>, { person }: Ctx, viewId: string, removed = false) => {
  const row = await tx
    .selectFrom('listView')
    .select([
      'id',
      'list',
      'name',
      'version',
      sql<ViewAudience>`shared_with`.as('sharedWith'),
      sql<string[]>`array(select jsonb_object_keys(filters))`.as('keys'),
    ])
    .where('id', '=', viewId)
    .where('userId', '=', person.userId)
    .where('removedAt', removed ? 'is not' : 'is', null)
    .$if(removed, (rows) => rows.where(sql<boolean>`removed_at > now() - make_interval(hours => ${restoreHours})`))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw buildRefusal('notFound')
  return row
}

const assertMayShare = (ctx: Ctx, list: ListContract, sharedWith: ViewAudience): void => {
  if (!listAudiences(ctx, list).includes(sharedWith)) throw buildRefusal('listView.audience')
}

const assertNameFree = async (
  tx: Kysely<DB>,
  { person }: Ctx,
  list: string,
  name: string,
  except = '0',
): Promise<void> => {
  const taken = await tx
    .selectFrom('listView')
    .select('id')
    .where('userId', '=', person.userId)
    .where('list', '=', list)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .where('removedAt', 'is', null)
    .where('id', '<>', except)
    .executeTakeFirst()
  if (taken) throw buildRefusal('listView.nameTaken', { fields: { name: 'taken' } })
}

const assertRoom = async (tx: Kysely<DB>, { person }: Ctx): Promise<void> => {
  const { count } = await tx
    .selectFrom('listView')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('userId', '=', person.userId)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= maxListViews) throw buildRefusal('listView.tooMany')
}

const toColumns = ({ filters, columns, sort, direction }: ListViewState) => ({
  filters: JSON.stringify(filters),
  columns: JSON.stringify(columns),
  sort,
  direction,
})

type SharedFacts = { id: string; list: string; name: string; sharedWith: string; keys: readonly string[] }

/** What others have of it stands in the audit; of the filters only their names. */
const auditSharedView = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  action: string,
  before: SharedFacts | null,
  after: SharedFacts | null,
) => {
  const view = after ?? before
  const shared = [before, after].some((one) => one && one.sharedWith !== 'nobody')
  if (!view || !shared) return
  const describe = ({ list, name, sharedWith, keys }: SharedFacts) => ({ list, name, sharedWith, filters: [...keys] })
  await recordAuditEvent(tx, ctx, {
    action,
    entity: 'listView',
    entityId: view.id,
    ...(before && { before: describe(before) }),
    ...(after && { after: describe(after) }),
  })
}

export const createListView = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.createListView>,
  raw: HttpContext,
): Promise<ListView> => {
  const list = getVisibleList(ctx, body.list, raw)
  assertFitsList(list, body.state)
  assertMayShare(ctx, list, body.sharedWith)
  return ctx.db.transaction().execute(async (tx) => {
    await lockViewsOf(tx, ctx)
    await assertRoom(tx, ctx)
    await assertNameFree(tx, ctx, body.list, body.name)
    const { id } = await tx
      .insertInto('listView')
      .values({
        list: body.list,
        userId: ctx.person.userId,
        employeeId: sql<string | null>`(select id from employee where cvl = ${ctx.person.cvl})`,
        name: body.name,
        sharedWith: body.sharedWith,
        ...toColumns(body.state),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const keys = Object.keys(body.state.filters)
    await auditSharedView(tx, ctx, 'listView.shared', null, { ...body, id, keys })
    return getVisibleView(ctx, id, raw, tx)
  })
}

export const changeListView = (
  ctx: Ctx,
  { params: { viewId }, body }: ParsedRequest<typeof contract.changeListView>,
  raw: HttpContext,
): Promise<ListView> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockViewsOf(tx, ctx)
    const before = await lockOwnView(tx, ctx, viewId)
    const list = getVisibleList(ctx, before.list, raw)
    if (body.state) assertFitsList(list, body.state)
    const name = body.name ?? before.name
    const sharedWith = body.sharedWith ?? before.sharedWith
    // Asked at each change: others would see it, and the right may be gone since it was shared.
    assertMayShare(ctx, list, sharedWith)
    if (before.version !== body.version) throw buildRefusal('conflict.changed')
    await assertNameFree(tx, ctx, before.list, name, viewId)
    await tx
      .updateTable('listView')
      .set({ name, sharedWith, ...(body.state && toColumns(body.state)) })
      .set({ version: sql<number>`version + 1`, changedAt: sql<string>`now()` })
      .where('id', '=', viewId)
      .execute()
    const keys = body.state ? Object.keys(body.state.filters) : before.keys
    await auditSharedView(tx, ctx, 'listView.changed', before, { ...before, name, sharedWith, keys })
    return getVisibleView(ctx, viewId, raw, tx)
  })

/** Views whose deletion can't be undone any more go for good with the next one that is deleted. */
export const removeListView = (
  ctx: Ctx,
  { params: { viewId } }: ParsedRequest<typeof contract.removeListView>,
): Promise<Record<string, never>> =>
  ctx.db.transaction().execute(async (tx) => {
    const before = await lockOwnView(tx, ctx, viewId)
    await tx.updateTable('listView').set({ removedAt: sql<string>`now()` }).where('id', '=', viewId).execute()
    await tx
      .deleteFrom('listView')
      .where('userId', '=', ctx.person.userId)
      .where(sql<boolean>`removed_at < now() - make_interval(hours => ${restoreHours})`)
      .execute()
    await auditSharedView(tx, ctx, 'listView.removed', before, null)
    return {}
  })

/** Comes back shared as it was, or for its owner alone where they may not share it like that any more. */
export const restoreListView = (
  ctx: Ctx,
  { params: { viewId } }: ParsedRequest<typeof contract.restoreListView>,
  raw: HttpContext,
): Promise<ListView> =>
  ctx.db.transaction().execute(async (tx) => {
    await lockViewsOf(tx, ctx)
    const removed = await lockOwnView(tx, ctx, viewId, true)
    await assertRoom(tx, ctx)
    await assertNameFree(tx, ctx, removed.list, removed.name)
    const audiences = listAudiences(ctx, getVisibleList(ctx, removed.list, raw))
    const sharedWith = audiences.includes(removed.sharedWith) ? removed.sharedWith : 'nobody'
    await tx.updateTable('listView').set({ removedAt: null, sharedWith }).where('id', '=', viewId).execute()
    await auditSharedView(tx, ctx, 'listView.restored', null, { ...removed, sharedWith })
    return getVisibleView(ctx, viewId, raw, tx)
  })
