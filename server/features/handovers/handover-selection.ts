import { type RawBuilder, sql } from 'kysely'
import { listClients } from '#contract/clients.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { LinkRole, previewHandover } from '#contract/handovers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { createFilterDayResolver } from '#server/core/filter-days.ts'
import { selectMatchingClients } from '#server/domain/client-filters.ts'
import { selectVisibleClients, selectVisibleStaff } from '#server/domain/visibility.ts'

type HandoverSelectionInput = Pick<ParsedRequest<typeof previewHandover>['body'], 'choice' | 'role' | 'toId'>

const linkRoleColumns = {
  manager: 'c.managerId',
  partner: 'c.partnerId',
  advisor: 'c.advisorId',
  banker: 'c.bankerId',
} as const satisfies Record<LinkRole, string>

const resolveFilterDays = createFilterDayResolver(listClients.filters)

/**
 * A filter is that of the list of clients, so it chooses no more than the list shows, whatever else may be handed over: nobody gives away
 * more than they have seen counted.
 */
const withClientListScope = (ctx: Ctx): Ctx => ({
  ...ctx,
  scopes: [...ctx.scopes, ...ctx.person.rights.getScopes('bt_Clientes', 'view')],
})

const selectChosenClients = (ctx: Ctx, { choice, role }: HandoverSelectionInput) => {
  if (choice.by === 'clients')
    return selectVisibleClients(ctx).where('c.clientId', '=', sql<string>`any(${choice.clientIds}::bigint[])`)
  if (choice.by === 'filter')
    return selectMatchingClients(withClientListScope(ctx), resolveFilterDays(choice.filter, ctx))
  return selectVisibleClients(ctx).where(linkRoleColumns[role], '=', choice.giverId)
}

/**
 * What was chosen among the visible clients: from whom each would go, and whether it would. Only what belongs to nobody, or to somebody
 * within reach, is the caller's to hand over: a client that they see by another link may be somebody else's in this role.
 */
export const buildSelectedClientsSql = (ctx: Ctx, selection: HandoverSelectionInput): RawBuilder<unknown> => {
  const link = sql.ref(linkRoleColumns[selection.role])
  const rows = selectChosenClients(ctx, selection).select([
    'c.clientId',
    'c.capital',
    link.as('fromId'),
    sql`array[c.manager_id, c.partner_id, c.advisor_id, c.banker_id]`.as('links'),
    sql`case when ${link} = ${selection.toId} then 'alreadyThere'
      when ${link} is null or ${link} in (${selectVisibleStaff(ctx).select('e.id')}) then 'moving' else 'heldByOther' end`.as(
      'fate',
    ),
  ])
  return sql`${rows}`
}

/** How many were named that have to be there; null where they are whoever fits. */
export const countNamedClients = ({ choice }: HandoverSelectionInput): number | null =>
  choice.by === 'clients' ? new Set(choice.clientIds).size : null
