import { given, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_EstudioProductos: {
    admin: given('all', ['view', 'export']),
    direction: given('all', ['view', 'export']),
    supervisor: given('all', ['view', 'export']),
    manager: given('all', ['view', 'export']),
    partner: given('all', ['view']),
    advisor: given('all', ['view', 'export']),
    banker: given('all', ['view', 'export']),
    investments: given('all', ['view', 'export']),
  },
} as const satisfies ModuleGrants
