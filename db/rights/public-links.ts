import { type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: { public_link: undeletablePrivileges, client_mail: undeletablePrivileges },
}
