import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { genericRfcs } from '#rules/identity-documents.ts'

export type ClientCondition = (clientId: string) => RawBuilder<SqlBool>

/** Their record, and those that were merged with it: some rows go on naming these. */
export const ownRecordsSql = (clientId: string) =>
  sql`(select r.id from client r where r.id = ${clientId} or r.merged_into_id = ${clientId})`

export const byClient: ClientCondition = (clientId) => sql<SqlBool>`x.client_id in ${ownRecordsSql(clientId)}`

export const isOwnSql = (column: string, clientId: string) =>
  sql`${sql.ref(`x.${column}`)} in ${ownRecordsSql(clientId)}`

/** Accounts that the client holds; those on which they may only act are not theirs. */
export const heldAccountsSql = (clientId: string) =>
  sql`(select h.account_id from account_holder h where h.client_id in ${ownRecordsSql(clientId)} and h.role <> 'authorised')`

export const byAccount: ClientCondition = (clientId) => sql<SqlBool>`x.account_id in ${heldAccountsSql(clientId)}`

/** The contacts that the client was: what is noted on their pages is about the client too, also where it came later. */
export const ownContactsSql = (clientId: string) =>
  sql`(select k.id from contact k where k.client_id in ${ownRecordsSql(clientId)})`

/** Rows that belong to a record by its kind and id: to the client, the contact that they were, an account of theirs, or a change about them that they may know of. */
export const byRecord: ClientCondition = (
  clientId,
) => sql<SqlBool>`(x.entity = 'client' and x.entity_id in ${ownRecordsSql(clientId)}
  or x.entity = 'account' and x.entity_id in ${heldAccountsSql(clientId)}
  or x.entity = 'contact' and x.entity_id in ${ownContactsSql(clientId)}
  or x.entity = 'approval' and x.entity_id in (select p.id from approval p
    where p.subject_client_id in ${ownRecordsSql(clientId)} and coalesce(p.payload ->> 'kind', '') <> 'legal'))`

/** The law forbids to tell a person that their money is examined: those proposals and events are not theirs to read. */
export const isNoFreezeSql = (facts: 'payload' | 'after') =>
  sql<SqlBool>`coalesce(x.${sql.ref(facts)} ->> 'kind', '') <> 'legal'`

/** Orders of the client, and those of accounts that they hold. */
export const ownOrderSql = (clientId: string, order: 'o' | 'x') =>
  sql<SqlBool>`(${sql.ref(`${order}.client_id`)} in ${ownRecordsSql(clientId)} or ${sql.ref(`${order}.account_id`)} in ${heldAccountsSql(clientId)})`

/**
 * Rows `p` of those who act for others, or own them, that are this client: by their identity number, as both were checked. A generic number is
 * nobody's own.
 */
export const isPersonOfClientSql = (
  clientId: string,
) => sql<SqlBool>`(p.client_id not in ${ownRecordsSql(clientId)} and p.identity_number in (
  select r.identity_number from client r where r.id in ${ownRecordsSql(clientId)} and r.identity_number <> all(${[...genericRfcs]}::text[])))`

/** Rows `r` of files about the client, an account of theirs, or the contact that they were. */
export const isClientRowSql = (
  clientId: string,
  row = sql`r`,
) => sql<SqlBool>`(${row}.client_id in ${ownRecordsSql(clientId)}
  or ${row}.account_id in ${heldAccountsSql(clientId)}
  or (${row}.fields ->> 'contactId')::bigint in ${ownContactsSql(clientId)})`

export const clientImportsSql = (clientId: string) =>
  sql`select r.import_id from mapped_import_row r where ${isClientRowSql(clientId)}`

/** Ids of the bank's lines that belong to a client: by their accounts, their numbers at other banks, or the orders they were paid by. */
export const clientEntriesSql = (clientId: string) => sql`
  select b.id from bank_entry b
   where b.account_id in ${heldAccountsSql(clientId)} or b.proposed_account_id in ${heldAccountsSql(clientId)}
      or b.counterparty_number in (select k.number from client_bank_account k where k.client_id in ${ownRecordsSql(clientId)})
      or b.proposed_order_id in (select o.id from payment_order o where o.client_id in ${ownRecordsSql(clientId)})`

/** Approvals about a client: by the subject that they name, the record, or an account that the client holds. */
export const clientApprovals: ClientCondition = (
  clientId,
) => sql<SqlBool>`(x.subject_client_id in ${ownRecordsSql(clientId)}
  or x.entity = 'client' and ${isOwnSql('entity_id', clientId)} or x.entity = 'account' and x.entity_id in ${heldAccountsSql(clientId)})`

/** Rows about the client, the contact that they were, an account of theirs, or a change about them. */
export const clientRecords: ClientCondition = (
  clientId,
) => sql<SqlBool>`(x.entity = 'client' and ${isOwnSql('entity_id', clientId)}
  or x.entity = 'contact' and x.entity_id in ${ownContactsSql(clientId)}
  or x.entity = 'account' and x.entity_id in ${heldAccountsSql(clientId)}
  or x.entity = 'approval' and x.entity_id in (select x.id from approval x where ${clientApprovals(clientId)}))`
