import { given, type ModuleGrants } from '../core/grants.ts'

/** What the product sets for each role. */
export const grants = {
  bt_AreaPersonal: {
    admin: given('own', ['view', 'edit']),
    direction: given('own', ['view', 'edit']),
    supervisor: given('own', ['view', 'edit']),
    manager: given('own', ['view', 'edit']),
    partner: given('own', ['view', 'edit']),
    advisor: given('own', ['view', 'edit']),
    banker: given('own', ['view', 'edit']),
    investments: given('own', ['view', 'edit']),
    hr: given('own', ['view', 'edit']),
    user: given('own', ['view', 'edit']),
  },
} as const satisfies ModuleGrants
