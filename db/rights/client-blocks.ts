import { type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = { tables: { client_block: undeletablePrivileges } }
