import { allButApprove, given, type ModuleGrants, overseen } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Remesas: {
    admin: given('all', allButApprove),
    direction: given('all', overseen),
  },
} as const satisfies ModuleGrants
