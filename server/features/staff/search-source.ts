import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toSearchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { SearchHit, SearchSource } from '#server/core/search-source.ts'
import { executeSteady } from '#server/core/steady-statement.ts'
import { matchesStaffSearch } from '#server/domain/staff-search.ts'
import { selectVisibleStaff } from '#server/domain/visibility.ts'

const maxResults = 5

const findEmployees = async (ctx: Ctx, condition: RawBuilder<SqlBool>): Promise<SearchHit[]> => {
  const query = selectVisibleStaff(ctx)
    .innerJoin('office', 'office.id', 'e.officeId')
    .where(condition)
    .select(['e.id', 'e.cvl', 'office.name as officeName', fullNameSql('e').as('name')])
    .orderBy(sql`e.terminated_on is not null and e.terminated_on < ${ctx.businessDate}`)
    .orderBy('name')
    .orderBy('e.id')
    .limit(maxResults)
  // Whoever works here is looked at, whatever is looked for.
  const rows = await executeSteady(ctx.db, query.compile(), 'search')
  return rows.map(({ id, cvl, name, officeName }) => ({
    id,
    path: `/crm/RRHH/${id}`,
    title: name,
    code: cvl,
    person: officeName,
  }))
}

/** A member of staff by name, CVL, e-mail or phone; who works here first. */
export const employeeSearch: SearchSource = {
  kind: 'employee',
  module: 'bt_RRHH',
  // Signs that nobody sees are no word: they would match everybody.
  findByText: async (ctx, text) => (toSearchText(text) === '' ? [] : findEmployees(ctx, matchesStaffSearch(text))),
  findByIds: (ctx, ids) => findEmployees(ctx, sql<SqlBool>`e.id = any(${[...ids]}::bigint[])`),
}
