import { type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = { tables: { follow_up: undeletablePrivileges } }
