import { everything, given, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_TuEquipo: {
    admin: given('all', everything),
    direction: given('all', ['view', 'export']),
    supervisor: given('team', ['view', 'export']),
    manager: given('team', ['view', 'export']),
    banker: given('team', ['view', 'export']),
  },
} as const satisfies ModuleGrants
