import { firmOnly, staffOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { appendOnlyPrivileges, fullPrivileges, readOnlyPrivileges, undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    cvl: {
      rights: appendOnlyPrivileges,
      subject: 'staff',
      erased: staffOnly,
    },
    zone: {
      rights: fullPrivileges,
      subject: 'reference',
      erased: firmOnly,
    },
    office: {
      rights: fullPrivileges,
      subject: 'reference',
      erased: firmOnly,
    },
    subcompany: {
      rights: fullPrivileges,
      subject: 'reference',
      erased: firmOnly,
    },
    employee: {
      rights: fullPrivileges,
      subject: 'staff',
      erased: staffOnly,
    },
    employee_team: {
      rights: readOnlyPrivileges,
      subject: 'staff',
      erased: staffOnly,
    },
    employee_detail: {
      rights: undeletablePrivileges,
      subject: 'staff',
      erased: staffOnly,
    },
    employee_account_change: {
      rights: undeletablePrivileges,
      subject: 'staff',
      erased: staffOnly,
    },
    supervisor_move: {
      rights: undeletablePrivileges,
      subject: 'staff',
      erased: staffOnly,
    },
  },
  functions: ['next_cvl', 'lock_employee_tree', 'share_employee_tree'],
}
