import { buildGrant, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. What the page shows, the permissions of each part decide. */
export const grants = {
  bt_MiDia: {
    admin: buildGrant('own', ['view']),
    direction: buildGrant('own', ['view']),
    supervisor: buildGrant('own', ['view']),
    manager: buildGrant('own', ['view']),
    partner: buildGrant('own', ['view']),
    advisor: buildGrant('own', ['view']),
    banker: buildGrant('own', ['view']),
    investments: buildGrant('own', ['view']),
    hr: buildGrant('own', ['view']),
  },
} as const satisfies ModuleGrants
