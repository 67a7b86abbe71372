import { buildGrant, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Auditoria: {
    admin: buildGrant('all', ['view', 'export']),
    direction: buildGrant('all', ['view']),
  },
} as const satisfies ModuleGrants
