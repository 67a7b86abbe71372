import { buildGrant, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Avisos: {
    admin: buildGrant('all', ['view', 'edit', 'export']),
    direction: buildGrant('all', ['view', 'export']),
    supervisor: buildGrant('team', ['view', 'edit', 'export']),
    manager: buildGrant('own', ['view', 'edit', 'export']),
    partner: buildGrant('own', ['view']),
    advisor: buildGrant('own', ['view']),
    banker: buildGrant('own', ['view', 'edit', 'export']),
  },
} as const satisfies ModuleGrants
