import { fullPrivileges, type TenantRights } from './privileges.ts'

export const rights: TenantRights = { tables: { attribution_rule: fullPrivileges } }
