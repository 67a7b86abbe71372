import { type RawBuilder, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { LinkRole, previewHandover } from '#contract/handovers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { selectChosenClients } from '#server/domain/client-selection.ts'
import { selectVisibleClients, selectVisibleStaff } from '#server/domain/visibility.ts'

type HandoverSelectionInput = Pick<ParsedRequest<typeof previewHandover>['body'], 'choice' | 'role' | 'toId'>

const linkRoleColumns = {
  manager: 'c.managerId',
  partner: 'c.partnerId',
  advisor: 'c.advisorId',
  banker: 'c.bankerId',
} as const satisfies Record<LinkRole, string>

const selectHandoverClients = (ctx: Ctx, { choice, role }: HandoverSelectionInput) =>
  choice.by === 'giver'
    ? selectVisibleClients(ctx).where(linkRoleColumns[role], '=', choice.giverId)
    : selectChosenClients(ctx, choice)

/**
 * What was chosen among the visible clients: from whom each would go, and whether it would. Only what belongs to nobody, or to somebody
 * within reach, is the caller's to hand over: a client that they see by another link may be somebody else's in this role.
 */
export const buildSelectedClientsSql = (ctx: Ctx, selection: HandoverSelectionInput): RawBuilder<unknown> => {
  const link = sql.ref(linkRoleColumns[selection.role])
  const rows = selectHandoverClients(ctx, selection).select([
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
