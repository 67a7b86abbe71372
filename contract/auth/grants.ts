import { buildGrant, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_inicio: {
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
  bt_CambioCVL: {
    admin: buildGrant('all', ['view', 'edit']),
    direction: buildGrant('all', ['view']),
    supervisor: buildGrant('team', ['view']),
  },
} as const satisfies ModuleGrants
