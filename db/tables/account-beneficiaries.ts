import { byAccount } from './core/client-rows.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { fullPrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    account_beneficiary: {
      rights: fullPrivileges,
      subject: 'accounts',
      merged: {
        client_id: {
          becomes: 'moves',
          unless: `exists (select from account_beneficiary k where k.account_id = m.account_id and k.designation = m.designation and k.client_id = $survivor)
      or exists (select from account_holder h where h.account_id = m.account_id and h.client_id = $survivor and h.role <> 'authorised')`,
        },
      },
      erased: { does: 'delete' },
      // Of the holder: whom somebody else designates is that person's to say, until they die.
      exported: byAccount,
    },
  },
}
