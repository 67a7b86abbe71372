import { everything, given, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Aprobaciones: {
    admin: given('all', everything),
    direction: given('all', ['view', 'create']),
    supervisor: given('team', ['view', 'create']),
    manager: given('own', ['view', 'create']),
    partner: given('own', ['view', 'create']),
    advisor: given('own', ['view', 'create']),
    banker: given('own', ['view', 'create']),
    investments: given('own', ['view', 'create']),
    hr: given('own', ['view', 'create']),
  },
} as const satisfies ModuleGrants
