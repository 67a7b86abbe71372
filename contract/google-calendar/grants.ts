import { buildGrant, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role: each their own calendar, whatever else they do. */
export const grants = {
  bt_Calendario: {
    admin: buildGrant('own', ['view']),
    direction: buildGrant('own', ['view']),
    supervisor: buildGrant('own', ['view']),
    manager: buildGrant('own', ['view']),
    partner: buildGrant('own', ['view']),
    advisor: buildGrant('own', ['view']),
    banker: buildGrant('own', ['view']),
    investments: buildGrant('own', ['view']),
  },
} as const satisfies ModuleGrants
