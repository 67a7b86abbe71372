import { everything, given, type ModuleGrants, overseen } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_RRHH: {
    admin: given('all', everything),
    direction: given('all', overseen),
    hr: given('all', everything),
  },
} as const satisfies ModuleGrants
