import type { LinkRole } from '#contract/handovers.ts'

/** The jobs whose holders may be given clients in that way. */
const positionsByLinkRole: Record<LinkRole, readonly string[]> = {
  manager: ['manager', 'banker', 'supervisor', 'direction'],
  partner: ['partner'],
  advisor: ['advisor'],
  banker: ['banker'],
}
export const canHoldLinkRole = (role: LinkRole, position: string): boolean =>
  positionsByLinkRole[role].includes(position)
