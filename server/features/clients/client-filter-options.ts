import type { getClientFilterOptions } from '#contract/clients.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import { selectVisibleClients, selectVisibleStaff } from '#server/domain/visibility.ts'

/** Managers and countries among the visible clients, and the tabs that make sense for the caller. */
export const findClientFilterOptions = async (
  ctx: Ctx,
  { query: { person } }: ParsedRequest<typeof getClientFilterOptions>,
): Promise<ResponseBody<typeof getClientFilterOptions>> => {
  const { employeeId, zoneId } = ctx.person.membership
  const [managers, countries, named] = await Promise.all([
    ctx.db
      .selectFrom('employee as m')
      .where('m.id', 'in', selectVisibleClients(ctx).select('c.managerId').distinct())
      .select(['m.id', 'm.cvl', fullNameSql<string | null>('m').as('name')])
      .orderBy('name')
      .orderBy('m.id')
      .execute(),
    selectVisibleClients(ctx).select('c.country').distinct().orderBy('c.country').execute(),
    person
      ? selectVisibleStaff(ctx).where('e.id', '=', person).select(fullNameSql('e').as('name')).executeTakeFirst()
      : undefined,
  ])
  const holderTables = employeeId ? (['mine'] as const) : []
  const zone = zoneId && ctx.scopes.every((reach) => reach.all || reach.zoneId === zoneId) ? (['zone'] as const) : []
  const of = ctx.scopes.every(({ all, staffIds, zoneId: one }) => all || one !== null || staffIds.length > 1)
    ? (['of'] as const)
    : []
  return {
    managers: managers.map(({ name, ...manager }) => ({ ...manager, name: name ?? '' })),
    countries: countries.map(({ country }) => country),
    personName: named?.name ?? null,
    views: [...holderTables, ...zone, ...of],
  }
}
