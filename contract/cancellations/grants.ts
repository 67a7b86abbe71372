import {
  allActionsButApprove,
  buildGrant,
  editingActions,
  type ModuleGrants,
  oversightActions,
} from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Cancelaciones: {
    admin: buildGrant('all', allActionsButApprove),
    direction: buildGrant('all', oversightActions),
    supervisor: buildGrant('team', [...editingActions, 'approve']),
    manager: buildGrant('own', editingActions),
    partner: buildGrant('own', ['view']),
    advisor: buildGrant('own', ['view', 'create', 'edit']),
    banker: buildGrant('own', editingActions),
  },
} as const satisfies ModuleGrants
