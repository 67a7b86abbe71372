import { byClient } from './core/client-rows.ts'
import { blank, staffOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges, undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    meeting: {
      rights: undeletablePrivileges,
      subject: 'contacts',
      merged: { client_id: { becomes: 'moves' } },
      erased: {
        does: 'set',
        sets: {
          subject: blank,
          place: `''`,
          link: `''`,
          note: `''`,
          result: `case when x.state = 'canceled' then ${blank} else '' end`,
        },
        stays: ['stage_before'],
      },
      exported: byClient,
    },
    meeting_attendee: {
      rights: fullPrivileges,
      subject: 'contacts',
      merged: {
        client_id: {
          becomes: 'moves',
          unless:
            'exists (select from meeting_attendee k where k.meeting_id = m.meeting_id and k.client_id = $survivor)',
        },
      },
      // Who else took part is said of them.
      erased: { does: 'set', sets: { comment: `''` }, stays: ['name', 'email'] },
      exported: byClient,
    },
    meeting_mail: {
      rights: fullPrivileges,
      subject: 'contacts',
      merged: { client_id: { becomes: 'moves' } },
      erased: { does: 'delete' },
      exported: byClient,
    },
    // Whoever changes several of its meetings, or its rule, locks it.
    meeting_series: {
      rights: undeletablePrivileges,
      subject: 'contacts',
      erased: staffOnly,
    },
    agenda_feed: {
      rights: fullPrivileges,
      subject: 'personal',
      erased: staffOnly,
    },
    reply_mailbox: {
      rights: fullPrivileges,
      subject: null,
      erased: staffOnly,
    },
  },
  functions: ['to_search_words'],
}
