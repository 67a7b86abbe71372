import { fullPrivileges, type TenantRights } from './privileges.ts'

export const rights: TenantRights = { tables: { summary_mail: fullPrivileges } }
