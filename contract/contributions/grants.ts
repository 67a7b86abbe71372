import {
  allActionsButApprove,
  buildGrant,
  type ModuleGrants,
  oversightActions,
  recordingActions,
} from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Ingresos: {
    admin: buildGrant('all', allActionsButApprove),
    direction: buildGrant('all', oversightActions),
    supervisor: buildGrant('team', [...recordingActions, 'approve']),
    manager: buildGrant('own', recordingActions),
    banker: buildGrant('own', recordingActions),
  },
} as const satisfies ModuleGrants
