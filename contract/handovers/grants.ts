import { allActions, buildGrant, editingActions, type ModuleGrants, oversightActions } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Traspasos: {
    admin: buildGrant('all', allActions),
    direction: buildGrant('all', oversightActions),
    supervisor: buildGrant('team', [...editingActions, 'approve']),
    manager: buildGrant('own', [...editingActions, 'approve']),
    partner: buildGrant('own', ['view', 'approve']),
    advisor: buildGrant('own', ['view', 'approve']),
    banker: buildGrant('own', [...editingActions, 'approve']),
  },
} as const satisfies ModuleGrants
