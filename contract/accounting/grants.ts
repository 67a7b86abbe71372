import { buildGrant, editingActions, type ModuleGrants, oversightActions } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Contabilidad: {
    admin: buildGrant('all', editingActions),
    direction: buildGrant('all', oversightActions),
  },
} as const satisfies ModuleGrants
