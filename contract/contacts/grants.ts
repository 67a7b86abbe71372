import { allActionsButApprove, buildGrant, editingActions, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role: whose contacts, by the member of staff that they belong to. */
export const grants = {
  bt_AgendaComercial: {
    admin: buildGrant('all', allActionsButApprove),
    direction: buildGrant('all', ['view', 'export']),
    supervisor: buildGrant('team', [...editingActions, 'delete']),
    manager: buildGrant('own', [...editingActions, 'delete']),
    partner: buildGrant('own', ['view', 'create', 'edit']),
    advisor: buildGrant('own', ['view', 'create', 'edit']),
    banker: buildGrant('own', [...editingActions, 'delete']),
    investments: buildGrant('all', ['view']),
  },
} as const satisfies ModuleGrants
