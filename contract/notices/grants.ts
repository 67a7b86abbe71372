import { given, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Avisos: {
    admin: given('all', ['view', 'edit', 'export']),
    direction: given('all', ['view', 'export']),
    supervisor: given('team', ['view', 'edit', 'export']),
    manager: given('own', ['view', 'edit', 'export']),
    partner: given('own', ['view']),
    advisor: given('own', ['view']),
    banker: given('own', ['view', 'edit', 'export']),
  },
} as const satisfies ModuleGrants
