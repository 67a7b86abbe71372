import { buildGrant, type ModuleGrants } from '../core/grants.ts'

/** Direction says what is asked of a position; everybody of whom something is asked sees how they stand. */
export const grants = {
  bt_Modelo: {
    admin: buildGrant('all', ['view', 'edit', 'export']),
    direction: buildGrant('all', ['view', 'edit', 'export']),
    supervisor: buildGrant('team', ['view', 'export']),
    manager: buildGrant('own', ['view']),
    partner: buildGrant('own', ['view']),
    advisor: buildGrant('own', ['view']),
    banker: buildGrant('own', ['view']),
  },
} as const satisfies ModuleGrants
