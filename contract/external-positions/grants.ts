import { allActionsButApprove, buildGrant, editingActions, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Productos_Externos: {
    admin: buildGrant('all', allActionsButApprove),
    direction: buildGrant('all', ['view', 'export']),
    supervisor: buildGrant('team', editingActions),
    manager: buildGrant('own', editingActions),
    partner: buildGrant('own', ['view']),
    advisor: buildGrant('own', ['view', 'create', 'edit']),
    banker: buildGrant('own', editingActions),
    investments: buildGrant('all', ['view']),
  },
} as const satisfies ModuleGrants
