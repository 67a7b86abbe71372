import { fullPrivileges, type TenantRights } from './privileges.ts'

export const rights: TenantRights = { tables: { day_mail: fullPrivileges, day_snooze: fullPrivileges } }
