import { buildGrant, type ModuleGrants } from '../core/grants.ts'

/** The same as on the dashboard: of their own clients, of their team's, or of the firm's. */
export const grants = {
  bt_Dashboard2: {
    admin: buildGrant('all', ['view', 'export']),
    direction: buildGrant('all', ['view', 'export']),
    supervisor: buildGrant('team', ['view', 'export']),
    manager: buildGrant('own', ['view', 'export']),
    partner: buildGrant('own', ['view']),
    advisor: buildGrant('own', ['view']),
    banker: buildGrant('own', ['view', 'export']),
    investments: buildGrant('all', ['view', 'export']),
  },
} as const satisfies ModuleGrants
