import { byClient } from './core/client-rows.ts'
import { blank, blankIfSet } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    client_block: {
      rights: undeletablePrivileges,
      subject: 'clients',
      merged: {
        client_id: {
          becomes: 'moves',
          unless:
            'm.lifted_at is null and exists (select from client_block k where k.client_id = $survivor and k.kind = m.kind and k.lifted_at is null)',
        },
      },
      erased: { does: 'set', sets: { reason: blank, lift_reason: blankIfSet('lift_reason') } },
      exported: byClient,
    },
  },
}
