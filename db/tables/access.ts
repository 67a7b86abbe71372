import { staffOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { appendOnlyPrivileges, fullPrivileges, undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    role_grant: {
      rights: fullPrivileges,
      subject: 'access',
      erased: staffOnly,
    },
    person_rule: {
      rights: undeletablePrivileges,
      subject: 'access',
      erased: staffOnly,
    },
    right_gain: {
      rights: appendOnlyPrivileges,
      subject: 'access',
      erased: staffOnly,
    },
  },
}
