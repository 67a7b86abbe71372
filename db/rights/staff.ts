import {
  appendOnlyPrivileges,
  fullPrivileges,
  readOnlyPrivileges,
  type TenantRights,
  undeletablePrivileges,
} from './privileges.ts'

export const rights: TenantRights = {
  tables: {
    cvl: appendOnlyPrivileges,
    zone: fullPrivileges,
    office: fullPrivileges,
    subcompany: fullPrivileges,
    employee: fullPrivileges,
    employee_team: readOnlyPrivileges,
    employee_detail: undeletablePrivileges,
    employee_account_change: undeletablePrivileges,
    supervisor_move: undeletablePrivileges,
  },
  functions: ['next_cvl', 'lock_employee_tree', 'share_employee_tree'],
}
