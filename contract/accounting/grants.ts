import { given, type ModuleGrants, overseen, work } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Contabilidad: {
    admin: given('all', work),
    direction: given('all', overseen),
  },
} as const satisfies ModuleGrants
