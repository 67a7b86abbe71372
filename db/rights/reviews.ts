import { fullPrivileges, type TenantRights } from './privileges.ts'

export const rights: TenantRights = { tables: { review_cadence: fullPrivileges } }
