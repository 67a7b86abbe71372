import { buildGrant, type ModuleGrants } from '../core/grants.ts'

const wholeFirm = buildGrant('all', ['view', 'export'])

/** What a client is worth to the firm is for whoever answers for the firm or a team, and not for those who talk with the client. */
export const grants = {
  bt_EstudioRentabilidad: {
    admin: wholeFirm,
    direction: wholeFirm,
    supervisor: buildGrant('team', ['view', 'export']),
    investments: wholeFirm,
  },
} as const satisfies ModuleGrants
