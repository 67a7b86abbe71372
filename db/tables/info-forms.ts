import { type SqlBool, sql } from 'kysely'
import { byClient, type ClientCondition, ownRecordsSql } from './core/client-rows.ts'
import { blank, blankIfSet } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { undeletablePrivileges } from './core/privileges.ts'

const byInfoForm: ClientCondition = (clientId) =>
  sql<SqlBool>`x.form_id in (select f.id from info_form f where f.client_id in ${ownRecordsSql(clientId)})`

export const manifest: FeatureTables = {
  tables: {
    info_form: {
      rights: undeletablePrivileges,
      subject: 'clients',
      merged: {
        client_id: {
          becomes: 'moves',
          unless:
            "m.state <> 'complete' and exists (select from info_form k where k.client_id = $survivor and k.state <> 'complete')",
        },
      },
      erased: { does: 'set', sets: { content: `'{}'` } },
      exported: byClient,
    },
    info_form_request: {
      rights: undeletablePrivileges,
      subject: 'clients',
      erased: {
        does: 'set',
        sets: {
          recipient: blank,
          answers: `case when x.answers is not null then '{}'::jsonb end`,
          address: blankIfSet('address'),
        },
        stays: ['accepted', 'idempotency_key', 'request_hash'],
      },
      exported: byInfoForm,
    },
  },
}
