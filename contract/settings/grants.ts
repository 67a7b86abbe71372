import { everything, given, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Ajustes: {
    admin: given('all', everything),
  },
} as const satisfies ModuleGrants
