import { fullPrivileges, type TenantRights } from './privileges.ts'

export const rights: TenantRights = { tables: { activity_model: fullPrivileges } }
