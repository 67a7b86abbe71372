import { type SqlBool, sql } from 'kysely'
import { byClient, isOwnSql, isPersonOfClientSql } from './core/client-rows.ts'
import { blankIfSet, firmOnly } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { appendOnlyPrivileges, undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    consent: {
      rights: undeletablePrivileges,
      subject: 'clients',
      merged: {
        client_id: {
          becomes: 'moves',
          unless: `exists (select from consent k where k.client_id = $survivor and k.purpose = m.purpose
      and (k.state in ('sent', 'viewed') and m.state in ('sent', 'viewed') or k.state = 'signed' and m.state = 'signed'))`,
        },
      },
      erased: {
        does: 'set',
        // Also what they signed for others: whoever acts for somebody now is not erased.
        rows: (clientId) =>
          sql<SqlBool>`(${isOwnSql('client_id', clientId)} or x.signer_person_id in (select p.id from client_person p where ${isPersonOfClientSql(clientId)}))`,
        sets: {
          recipient: blankIfSet('recipient'),
          address: blankIfSet('address'),
          user_agent: 'null',
          signer_name: blankIfSet('signer_name'),
          withdraw_reason: blankIfSet('withdraw_reason'),
          state: `case when x.state in ('sent', 'viewed') then 'superseded' else x.state end`,
          superseded_at: `case when x.state in ('sent', 'viewed') then now() else x.superseded_at end`,
        },
        stays: ['language', 'text_sha256', 'seal'],
      },
      exported: byClient,
      hidden: ['seal'],
    },
    consent_version: {
      rights: undeletablePrivileges,
      subject: 'settings',
      erased: firmOnly,
    },
    consent_text: {
      rights: appendOnlyPrivileges,
      subject: 'settings',
      erased: firmOnly,
    },
  },
}
