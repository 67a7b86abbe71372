import { allActions, buildGrant, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_TuEquipo: {
    admin: buildGrant('all', allActions),
    direction: buildGrant('all', ['view', 'export']),
    supervisor: buildGrant('team', ['view', 'export']),
    manager: buildGrant('team', ['view', 'export']),
    banker: buildGrant('team', ['view', 'export']),
  },
} as const satisfies ModuleGrants
