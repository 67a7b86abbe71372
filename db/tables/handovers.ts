import { byClient } from './core/client-rows.ts'
import { staffOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { appendOnlyPrivileges, undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    handover: {
      rights: undeletablePrivileges,
      subject: 'handovers',
      erased: staffOnly,
    },
    handover_client: {
      rights: undeletablePrivileges,
      subject: 'handovers',
      merged: { client_id: { becomes: 'stays', because: 'the handover says which record it moved' } },
      erased: { does: 'nothing', stays: ['outcome'] },
      exported: byClient,
    },
    handover_contact: {
      rights: appendOnlyPrivileges,
      subject: 'handovers',
      erased: 'counts and handovers of contacts, by ids alone',
    },
  },
}
