import { fullPrivileges, type TenantRights } from './privileges.ts'

export const rights: TenantRights = { tables: { account_beneficiary: fullPrivileges } }
