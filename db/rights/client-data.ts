import { fullPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: { client_person: fullPrivileges, client_identity_change: undeletablePrivileges },
}
