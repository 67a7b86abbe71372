import { appendOnlyPrivileges, type TenantRights } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    audit_event: appendOnlyPrivileges,
    audit_seal: appendOnlyPrivileges,
  },
}
