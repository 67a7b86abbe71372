import { allButApprove, given, type ModuleGrants, overseen } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Productos: {
    admin: given('all', allButApprove),
    direction: given('all', overseen),
    supervisor: given('all', ['view']),
    manager: given('all', ['view']),
    partner: given('all', ['view']),
    advisor: given('all', ['view']),
    banker: given('all', ['view']),
    investments: given('all', ['view']),
  },
} as const satisfies ModuleGrants
