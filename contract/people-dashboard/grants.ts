import { buildGrant, type ModuleGrants } from '../core/grants.ts'

/** Whoever answers for people sees them with what they raised. */
export const grants = {
  bt_Dashboard4: {
    admin: buildGrant('all', ['view', 'export']),
    direction: buildGrant('all', ['view', 'export']),
    supervisor: buildGrant('team', ['view', 'export']),
    manager: buildGrant('team', ['view', 'export']),
    banker: buildGrant('team', ['view', 'export']),
  },
} as const satisfies ModuleGrants
