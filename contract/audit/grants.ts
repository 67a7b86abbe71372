import { given, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Auditoria: {
    admin: given('all', ['view', 'export']),
    direction: given('all', ['view']),
  },
} as const satisfies ModuleGrants
