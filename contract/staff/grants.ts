import { allActions, buildGrant, type ModuleGrants, oversightActions } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_RRHH: {
    admin: buildGrant('all', allActions),
    direction: buildGrant('all', oversightActions),
    hr: buildGrant('all', allActions),
  },
} as const satisfies ModuleGrants
