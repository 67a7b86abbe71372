import { buildGrant, type ModuleGrants } from '../core/grants.ts'

/** Direction and supervisors set goals, of others; everybody who raises money sees how they stand. */
export const grants = {
  bt_Objetivos: {
    admin: buildGrant('all', ['view', 'create', 'edit', 'delete', 'export']),
    direction: buildGrant('all', ['view', 'create', 'edit', 'delete', 'export']),
    supervisor: buildGrant('team', ['view', 'create', 'edit', 'delete', 'export']),
    manager: buildGrant('own', ['view']),
    partner: buildGrant('own', ['view']),
    banker: buildGrant('own', ['view']),
  },
} as const satisfies ModuleGrants
