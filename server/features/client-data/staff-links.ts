import type { getClientFormOptions } from '#contract/client-data.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { canHoldLinkRole } from '#contract/handovers/link-role-positions.ts'
import { staffRoles } from '#contract/staff.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { selectAssignableStaff } from '#server/domain/client-staff-links.ts'

/** Staff that a new client can be given to. Names and codes of colleagues are known to all who work here. */
export const findClientFormOptions = async (ctx: Ctx): Promise<ResponseBody<typeof getClientFormOptions>> => {
  const found = await selectAssignableStaff(ctx.db).orderBy('e.surname').orderBy('e.name').orderBy('e.id').execute()
  const staff = found
    .map(({ position, zoneId: _, ...person }) => ({
      ...person,
      roles: staffRoles.filter((role) => canHoldLinkRole(role, position)),
    }))
    .filter(({ roles }) => roles.length > 0)
  const me = staff.find(({ id }) => id === ctx.person.membership.employeeId)
  return { staff, me: me?.id ?? null }
}
