import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    google_consent: {
      rights: fullPrivileges,
      subject: 'personal',
      erased: 'a sealed copy of what staff keep at Google, which they alone change there',
    },
    google_connection: {
      rights: fullPrivileges,
      subject: 'personal',
      erased: 'a sealed copy of what staff keep at Google, which they alone change there',
    },
    google_event: {
      rights: fullPrivileges,
      subject: 'personal',
      erased: 'a sealed copy of what staff keep at Google, which they alone change there',
    },
  },
}
