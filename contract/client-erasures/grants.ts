import { allActions, buildGrant, type ModuleGrants, oversightActions } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Supresiones: {
    admin: buildGrant('all', allActions),
    direction: buildGrant('all', [...oversightActions, 'create', 'edit']),
    supervisor: buildGrant('team', ['view', 'create']),
    manager: buildGrant('own', ['view', 'create']),
  },
} as const satisfies ModuleGrants
