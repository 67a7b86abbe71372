import { everything, given, type ModuleGrants, overseen, work } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Clientes: {
    admin: given('all', everything),
    direction: given('all', overseen),
    supervisor: given('team', [...work, 'approve']),
    manager: given('own', work),
    partner: given('own', ['view']),
    advisor: given('own', ['view', 'create', 'edit']),
    banker: given('own', work),
    investments: given('all', ['view']),
  },
} as const satisfies ModuleGrants
