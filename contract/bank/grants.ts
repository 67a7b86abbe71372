import { allActionsButApprove, buildGrant, type ModuleGrants, oversightActions } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Extractos: {
    admin: buildGrant('all', allActionsButApprove),
    direction: buildGrant('all', oversightActions),
  },
} as const satisfies ModuleGrants
