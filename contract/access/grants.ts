import { allActions, buildGrant, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_ModulosPermisos: {
    admin: buildGrant('all', allActions),
    direction: buildGrant('all', ['view', 'approve']),
  },
} as const satisfies ModuleGrants
