import { appendOnlyPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    consent: undeletablePrivileges,
    consent_version: undeletablePrivileges,
    consent_text: appendOnlyPrivileges,
  },
}
