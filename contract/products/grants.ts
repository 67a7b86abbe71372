import { allActionsButApprove, buildGrant, type ModuleGrants, oversightActions } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Productos: {
    admin: buildGrant('all', allActionsButApprove),
    direction: buildGrant('all', oversightActions),
    supervisor: buildGrant('all', ['view']),
    manager: buildGrant('all', ['view']),
    partner: buildGrant('all', ['view']),
    advisor: buildGrant('all', ['view']),
    banker: buildGrant('all', ['view']),
    investments: buildGrant('all', ['view']),
  },
} as const satisfies ModuleGrants
