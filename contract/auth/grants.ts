import { given, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_inicio: {
    admin: given('own', ['view']),
    direction: given('own', ['view']),
    supervisor: given('own', ['view']),
    manager: given('own', ['view']),
    partner: given('own', ['view']),
    advisor: given('own', ['view']),
    banker: given('own', ['view']),
    investments: given('own', ['view']),
    hr: given('own', ['view']),
  },
  bt_CambioCVL: {
    admin: given('all', ['view', 'edit']),
    direction: given('all', ['view']),
    supervisor: given('team', ['view']),
  },
} as const satisfies ModuleGrants
