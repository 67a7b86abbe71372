import { everything, given, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_ModulosPermisos: {
    admin: given('all', everything),
    direction: given('all', ['view', 'approve']),
  },
} as const satisfies ModuleGrants
