import { byClient } from './core/client-rows.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    client_bank_account: {
      rights: undeletablePrivileges,
      subject: 'bankAccounts',
      merged: {
        client_id: {
          becomes: 'moves',
          unless:
            'exists (select from client_bank_account k where k.client_id = $survivor and k.number = m.number and k.ended_at is not distinct from m.ended_at)',
          alsoSets:
            'is_default = m.is_default and not exists (select from client_bank_account k where k.client_id = $survivor and k.is_default)',
        },
      },
      erased: {
        does: 'set',
        sets: { number: `'XX' || lpad(x.id::text, 10, '0')`, holder: 'null', is_payout: 'false', is_default: 'false' },
      },
      exported: byClient,
    },
    client_bank_change: {
      rights: undeletablePrivileges,
      subject: 'bankAccounts',
      merged: { client_id: { becomes: 'moves' } },
      erased: {
        does: 'set',
        sets: { number: `'XX' || lpad(x.id::text, 10, '0')`, holder: 'null' },
        stays: ['idempotency_key', 'request_hash'],
      },
      exported: byClient,
    },
  },
}
