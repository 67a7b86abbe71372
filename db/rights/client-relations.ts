import { fullPrivileges, type TenantRights } from './privileges.ts'

export const rights: TenantRights = { tables: { client_relation: fullPrivileges } }
