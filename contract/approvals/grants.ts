import { allActions, buildGrant, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_Aprobaciones: {
    admin: buildGrant('all', allActions),
    direction: buildGrant('all', ['view', 'create']),
    supervisor: buildGrant('team', ['view', 'create']),
    manager: buildGrant('own', ['view', 'create']),
    partner: buildGrant('own', ['view', 'create']),
    advisor: buildGrant('own', ['view', 'create']),
    banker: buildGrant('own', ['view', 'create']),
    investments: buildGrant('own', ['view', 'create']),
    hr: buildGrant('own', ['view', 'create']),
  },
} as const satisfies ModuleGrants
