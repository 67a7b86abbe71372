import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListContract } from '#contract/core/list.ts'
import type { DefaultListView, ListViewState } from '#contract/list-views.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { SessionUser } from '#server/core/session.ts'
import { filterKnownListState } from './list-view-state.ts'

type ListsByPath = ReadonlyMap<string, ListContract>

/** True if the person may open the list. */
export const mayOpenList = ({ rights }: SessionUser, { page: { module, action } }: ListContract): boolean =>
  module !== undefined && action !== undefined && rights.may(module, action)

/** The person's own place among the staff, in whoever's view they are. */
const ownEmployeeIdSql = ({ cvl }: SessionUser) => sql`(select me.id from employee me where me.cvl = ${cvl})`

/** The person is of the team that the owner of the view `v` leads, or of the one that the owner belongs to where they lead none. */
const isInOwnersTeamSql = (person: SessionUser) => sql<SqlBool>`exists (
  select from employee o
    join employee_team t on t.supervisor_id = case when exists (select from employee m where m.supervisor_id = o.id) then o.id
                                                   else coalesce(o.supervisor_id, o.id) end
   where o.id = v.employee_id and t.employee_id = ${ownEmployeeIdSql(person)})`

/** The view `v` is there for the person: their own, or shared with them. */
export const isListViewVisibleSql = (
  person: SessionUser,
): RawBuilder<SqlBool> => sql<SqlBool>`(v.removed_at is null and (
  v.user_id = ${person.userId} or v.shared_with = 'all' or v.shared_with = 'team' and ${isInOwnersTeamSql(person)}))`

/** Views that the person's lists open with, as far as the person may open the list and it still has what they set. */
export const findDefaultListViews = async ({ db, person }: Ctx, lists: ListsByPath): Promise<DefaultListView[]> => {
  const rows = await db
    .selectFrom('listViewChoice as k')
    .innerJoin('listView as v', 'v.id', 'k.viewId')
    .where('k.userId', '=', person.userId)
    .where('k.isDefault', '=', true)
    .where(isListViewVisibleSql(person))
    .select(['v.id', 'v.list', 'v.name', 'v.sort'])
    .select([
      sql<ListViewState['filters']>`v.filters`.as('filters'),
      sql<ListViewState['columns']>`v.columns`.as('columns'),
      sql<ListViewState['direction']>`v.direction`.as('direction'),
    ])
    .orderBy('v.list')
    .execute()
  return rows.flatMap(({ id, list: path, name, ...state }) => {
    const list = lists.get(path)
    return list && mayOpenList(person, list)
      ? [{ id, list: path, name, state: filterKnownListState(list, state).state }]
      : []
  })
}
