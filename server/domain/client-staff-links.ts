import type { Kysely } from 'kysely'
import { canHoldLinkRole } from '#contract/handovers/link-role-positions.ts'
import { staffRoles } from '#contract/staff.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { StaffLink } from './insert-clients.ts'

type StaffRole = (typeof staffRoles)[number]
/** Who is to look after a client, by their role. */
type RequestedLinks = { managerId: string } & {
  [Role in `${Exclude<StaffRole, 'manager'>}Id`]?: string | null | undefined
}
/** Somebody who can be given clients. */
export type AssignableEmployee = { id: string; position: string; zoneId: string }

/** Who can be given clients: they work here, and have not said that they leave. */
export const selectAssignableStaff = (db: Kysely<DB>) =>
  db
    .selectFrom('employee as e')
    .innerJoin('office', 'office.id', 'e.officeId')
    .innerJoin('zone', 'zone.id', 'office.zoneId')
    .where('e.terminatedOn', 'is', null)
    .select(['e.id', 'e.cvl', 'e.position', 'zone.name as zoneName', 'zone.id as zoneId', fullNameSql('e').as('name')])

/** Whether the caller sees a client of that zone with these links, in every scope that holds: whoever makes a record sees it. */
const isClientVisible = ({ scopes }: Pick<Ctx, 'scopes'>, links: readonly StaffLink[], zoneId: string): boolean =>
  scopes.every(
    (scope) =>
      scope.all ||
      (scope.zoneId !== null && scope.zoneId === zoneId) ||
      links.some(({ employeeId }) => scope.staffIds.includes(employeeId)),
  )

/**
 * The links of a new client, and the zone: that of the manager's office. Throws `request.invalid` for whom clients can't be given to, and where the
 * caller would not see the client.
 */
export const evaluateStaffLinks = (
  staff: ReadonlyMap<string, AssignableEmployee>,
  caller: Pick<Ctx, 'scopes'>,
  requested: RequestedLinks,
): { links: StaffLink[]; zoneId: string } => {
  const links = staffRoles.flatMap((role) => {
    const employeeId = requested[`${role}Id`]
    return employeeId ? [{ role, employeeId }] : []
  })
  const wrong = links.filter(({ role, employeeId }) => {
    const person = staff.get(employeeId)
    return !person || !canHoldLinkRole(role, person.position)
  })
  if (wrong.length > 0)
    throw buildRefusal('request.invalid', {
      fields: Object.fromEntries(wrong.map(({ role }) => [`${role}Id`, 'unknown'])),
    })
  const { zoneId } = staff.get(requested.managerId)!
  if (!isClientVisible(caller, links, zoneId))
    throw buildRefusal('request.invalid', { fields: { managerId: 'outOfReach' } })
  return { links, zoneId }
}

/** The same of these people as they are now, who stay so until the transaction ends. */
export const checkStaffLinks = async (
  tx: Kysely<DB>,
  caller: Pick<Ctx, 'scopes'>,
  requested: RequestedLinks,
): Promise<{ links: StaffLink[]; zoneId: string }> => {
  const ids = staffRoles.flatMap((role) => requested[`${role}Id`] ?? [])
  const people = await selectAssignableStaff(tx).where('e.id', 'in', ids).forShare('e').execute()
  return evaluateStaffLinks(new Map(people.map((person) => [person.id, person])), caller, requested)
}
