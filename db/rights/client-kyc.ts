import { appendOnlyPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: { kyc_document: undeletablePrivileges, dni_expiry_notice: appendOnlyPrivileges },
}
