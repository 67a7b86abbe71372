import { type SqlBool, sql } from 'kysely'
import { heldAccountsSql, isNoFreezeSql, ownContactsSql, ownOrderSql, ownRecordsSql } from './core/client-rows.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { appendOnlyPrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    audit_event: {
      rights: appendOnlyPrivileges,
      subject: 'audit',
      erased: {
        does: 'owner',
        sets: ['before', 'after'],
        stays: ['cvl', 'acting_cvl', 'action', 'entity', 'request_id', 'address'],
      },
      exported: (clientId) =>
        sql<SqlBool>`(x.entity = 'client' and x.entity_id in ${ownRecordsSql(clientId)} or x.entity = 'approval' and x.entity_id in (
      select p.id from approval p where p.subject_client_id in ${ownRecordsSql(clientId)})
      or x.entity = 'account' and x.entity_id in ${heldAccountsSql(clientId)}
      or x.entity = 'contact' and x.entity_id in ${ownContactsSql(clientId)}
      or x.entity = 'meeting' and x.entity_id in (select t.id from meeting t where t.client_id in ${ownRecordsSql(clientId)})
      or x.entity = 'kycDocument' and x.entity_id in (select k.id from kyc_document k where k.client_id in ${ownRecordsSql(clientId)})
      or x.entity = 'cancellation' and x.entity_id in (select q.id from cancellation_quote q where q.account_id in ${heldAccountsSql(clientId)})
      or x.entity = 'payment' and x.entity_id in (select o.id from payment_order o where ${ownOrderSql(clientId, 'o')})) and ${isNoFreezeSql('after')}`,
      hidden: ['salt', 'tx', 'erasure_id'],
    },
    audit_seal: {
      rights: appendOnlyPrivileges,
      subject: 'audit',
      erased: 'seals and histories without words about clients',
    },
  },
}
