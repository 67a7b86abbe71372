import { type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: { info_form: undeletablePrivileges, info_form_request: undeletablePrivileges },
}
