import { allButApprove, given, type ModuleGrants, noted, overseen } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Ingresos: {
    admin: given('all', allButApprove),
    direction: given('all', overseen),
    supervisor: given('team', [...noted, 'approve']),
    manager: given('own', noted),
    banker: given('own', noted),
  },
} as const satisfies ModuleGrants
