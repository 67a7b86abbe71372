import { allButApprove, given, type ModuleGrants, overseen, work } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Cancelaciones: {
    admin: given('all', allButApprove),
    direction: given('all', overseen),
    supervisor: given('team', [...work, 'approve']),
    manager: given('own', work),
    partner: given('own', ['view']),
    advisor: given('own', ['view', 'create', 'edit']),
    banker: given('own', work),
  },
} as const satisfies ModuleGrants
