import { fullPrivileges, type TenantRights } from './privileges.ts'

export const rights: TenantRights = {
  tables: { transfer_rate: fullPrivileges, direct_cost: fullPrivileges },
}
