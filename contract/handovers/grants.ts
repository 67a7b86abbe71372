import { everything, given, type ModuleGrants, overseen, work } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Traspasos: {
    admin: given('all', everything),
    direction: given('all', overseen),
    supervisor: given('team', [...work, 'approve']),
    manager: given('own', [...work, 'approve']),
    partner: given('own', ['view', 'approve']),
    advisor: given('own', ['view', 'approve']),
    banker: given('own', [...work, 'approve']),
  },
} as const satisfies ModuleGrants
