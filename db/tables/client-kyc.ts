import { byClient } from './core/client-rows.ts'
import { blankIfSet, idsAndAmountsOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { appendOnlyPrivileges, undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    kyc_document: {
      rights: undeletablePrivileges,
      subject: 'clientDocuments',
      merged: {
        client_id: {
          becomes: 'moves',
          unless: `exists (select from kyc_document k where k.client_id = $survivor and k.subject = m.subject
      and (m.state = 'approved' and k.state = 'approved' or m.state in ('pending', 'verified') and k.state in ('pending', 'verified')))`,
        },
      },
      erased: {
        does: 'set',
        sets: {
          identity_number: blankIfSet('identity_number'),
          machine_zone: 'null',
          seen_address: blankIfSet('seen_address'),
          reject_reason: 'null',
        },
        stays: ['issuing_country', 'status_before', 'acting_cvl'],
      },
      exported: byClient,
    },
    dni_expiry_notice: {
      rights: appendOnlyPrivileges,
      subject: null,
      merged: { client_id: { becomes: 'stays', because: 'it says of which record the staff was notified' } },
      erased: idsAndAmountsOnly,
      exported: byClient,
    },
  },
}
