import { fullPrivileges, type TenantRights } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    contribution_limit: fullPrivileges,
    unconfirmed_contribution: ['select', 'update', 'delete'],
  },
}
