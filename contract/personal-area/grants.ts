import { buildGrant, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_AreaPersonal: {
    admin: buildGrant('own', ['view', 'edit']),
    direction: buildGrant('own', ['view', 'edit']),
    supervisor: buildGrant('own', ['view', 'edit']),
    manager: buildGrant('own', ['view', 'edit']),
    partner: buildGrant('own', ['view', 'edit']),
    advisor: buildGrant('own', ['view', 'edit']),
    banker: buildGrant('own', ['view', 'edit']),
    investments: buildGrant('own', ['view', 'edit']),
    hr: buildGrant('own', ['view', 'edit']),
    user: buildGrant('own', ['view', 'edit']),
  },
} as const satisfies ModuleGrants
