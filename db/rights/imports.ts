import { fullPrivileges, type TenantRights, undeletablePrivileges } from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    campaign: fullPrivileges,
    scheduled_payment: fullPrivileges,
    mapped_import: undeletablePrivileges,
    mapped_import_row: fullPrivileges,
    mapped_import_fault: ['select', 'insert', 'delete'],
  },
  functions: ['find_dependent_rows'],
}
