import { allActions, buildGrant, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Ajustes: {
    admin: buildGrant('all', allActions),
  },
} as const satisfies ModuleGrants
