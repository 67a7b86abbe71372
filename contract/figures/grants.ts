import { buildGrant, type ModuleGrants } from '../core/grants.ts'

/** Whoever looks after clients sees the figures of theirs, a supervisor those of their team, direction those of the firm. */
const figureGrants = {
  admin: buildGrant('all', ['view', 'export']),
  direction: buildGrant('all', ['view', 'export']),
  supervisor: buildGrant('team', ['view', 'export']),
  manager: buildGrant('own', ['view', 'export']),
  partner: buildGrant('own', ['view']),
  advisor: buildGrant('own', ['view']),
  banker: buildGrant('own', ['view', 'export']),
  investments: buildGrant('all', ['view', 'export']),
} as const

/** What the product sets for each role. */
export const grants = {
  bt_Dashboard1: figureGrants,
  bt_Mes: figureGrants,
  bt_InformesGenerales: figureGrants,
  bt_EstudioEquipo: {
    admin: buildGrant('all', ['view', 'export']),
    direction: buildGrant('all', ['view', 'export']),
    supervisor: buildGrant('team', ['view', 'export']),
    manager: buildGrant('team', ['view', 'export']),
    banker: buildGrant('team', ['view', 'export']),
  },
  bt_ResumenDiario: figureGrants,
  bt_ResumenImportes: figureGrants,
} as const satisfies ModuleGrants
