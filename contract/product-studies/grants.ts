import { buildGrant, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_EstudioProductos: {
    admin: buildGrant('all', ['view', 'export']),
    direction: buildGrant('all', ['view', 'export']),
    supervisor: buildGrant('all', ['view', 'export']),
    manager: buildGrant('all', ['view', 'export']),
    partner: buildGrant('all', ['view']),
    advisor: buildGrant('all', ['view', 'export']),
    banker: buildGrant('all', ['view', 'export']),
    investments: buildGrant('all', ['view', 'export']),
  },
} as const satisfies ModuleGrants
