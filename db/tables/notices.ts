import { byClient } from './core/client-rows.ts'
import { blankIfSet } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    client_notice: {
      rights: undeletablePrivileges,
      subject: 'notices',
      merged: { client_id: { becomes: 'moves' } },
      erased: {
        does: 'set',
        sets: {
          recipient: blankIfSet('recipient'),
          state: `case when x.state = 'queued' then 'skipped' else x.state end`,
          reason: `case when x.state = 'queued' then 'withdrawn' when x.state = 'skipped' then x.reason end`,
        },
        stays: ['idioma', 'resend_key'],
      },
      exported: byClient,
    },
  },
}
