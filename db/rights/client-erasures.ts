import { fullPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: { client_erasure: undeletablePrivileges, retention_period: fullPrivileges },
  functions: ['is_erasing', 'erase_kept_texts', 'erase_audit_payloads'],
}
