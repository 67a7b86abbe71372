import { buildGrant, type ModuleGrants } from '../core/grants.ts'

/** Who answers for the firm sees it at a glance; a supervisor their part of it. */
export const grants = {
  bt_PanelDireccion: {
    admin: buildGrant('all', ['view', 'export']),
    direction: buildGrant('all', ['view', 'export']),
    supervisor: buildGrant('team', ['view', 'export']),
  },
} as const satisfies ModuleGrants
