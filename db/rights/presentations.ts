import { appendOnlyPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    presentation: undeletablePrivileges,
    presentation_version: appendOnlyPrivileges,
  },
}
