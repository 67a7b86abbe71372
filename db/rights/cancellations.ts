import { appendOnlyPrivileges, fullPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    cancellation_reason: fullPrivileges,
    cancellation_quote: undeletablePrivileges,
    retention_action: appendOnlyPrivileges,
  },
}
