import { buildGrant, type ModuleGrants } from '../core/grants.ts'

/** Whoever raises money sees what came in and what waits for them; a supervisor that of their team. */
export const grants = {
  bt_Dashboard3: {
    admin: buildGrant('all', ['view', 'export']),
    direction: buildGrant('all', ['view', 'export']),
    supervisor: buildGrant('team', ['view', 'export']),
    manager: buildGrant('own', ['view', 'export']),
    partner: buildGrant('own', ['view']),
    advisor: buildGrant('own', ['view']),
    banker: buildGrant('own', ['view', 'export']),
  },
} as const satisfies ModuleGrants
