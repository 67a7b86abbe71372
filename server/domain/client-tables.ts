import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { genericRfcs } from '#rules/identity-documents.ts'

export type ClientCondition = (clientId: string) => RawBuilder<SqlBool>

/** Their record, and those that were merged with it: some rows go on naming these. */
export const ownRecordsSql = (clientId: string) =>
  sql`(select r.id from client r where r.id = ${clientId} or r.merged_into_id = ${clientId})`
const byClient: ClientCondition = (clientId) => sql<SqlBool>`x.client_id in ${ownRecordsSql(clientId)}`

/** Accounts that the client holds; those on which they may only act are not theirs. */
export const heldAccountsSql = (clientId: string) =>
  sql`(select h.account_id from account_holder h where h.client_id = ${clientId} and h.role <> 'authorised')`
const byAccount: ClientCondition = (clientId) => sql<SqlBool>`x.account_id in ${heldAccountsSql(clientId)}`

/** Rows that belong to a record by its kind and id: to the client, to an account of theirs, or to a change about them that they may know of. */
const byRecord: ClientCondition = (
  clientId,
) => sql<SqlBool>`(x.entity = 'client' and x.entity_id in ${ownRecordsSql(clientId)}
  or x.entity = 'account' and x.entity_id in ${heldAccountsSql(clientId)}
  or x.entity = 'approval' and x.entity_id in (select p.id from approval p
    where p.subject_client_id in ${ownRecordsSql(clientId)} and coalesce(p.payload ->> 'kind', '') <> 'legal'))`

/** The law forbids to tell a person that their money is examined: those proposals and events are not theirs to read. */
const isNoFreezeSql = (facts: 'payload' | 'after') =>
  sql<SqlBool>`coalesce(x.${sql.ref(facts)} ->> 'kind', '') <> 'legal'`

/** Orders of the client, and those of accounts that they hold. */
export const ownOrderSql = (clientId: string, order: 'o' | 'x') =>
  sql<SqlBool>`(${sql.ref(`${order}.client_id`)} = ${clientId} or ${sql.ref(`${order}.account_id`)} in ${heldAccountsSql(clientId)})`

/**
 * Rows `p` of those who act for others, or own them, that are this client: by their identity number, as both were checked. A generic number is
 * nobody's own.
 */
export const isPersonOfClientSql = (
  clientId: string,
) => sql<SqlBool>`(p.client_id not in ${ownRecordsSql(clientId)} and p.identity_number in (
  select r.identity_number from client r where r.id in ${ownRecordsSql(clientId)} and r.identity_number <> all(${[...genericRfcs]}::text[])))`

const byPosition: ClientCondition = (clientId) =>
  sql<SqlBool>`x.position_id in (select p.id from external_position p where p.client_id = ${clientId})`
const byPresentation: ClientCondition = (clientId) =>
  sql<SqlBool>`x.presentation_id in (select p.id from presentation p where p.client_id in ${ownRecordsSql(clientId)})`
const byInfoForm: ClientCondition = (clientId) =>
  sql<SqlBool>`x.form_id in (select f.id from info_form f where f.client_id in ${ownRecordsSql(clientId)})`
const byComment: ClientCondition = (clientId) =>
  sql<SqlBool>`x.comment_id in (select x.id from record_comment x where ${byRecord(clientId)})`
const byEstate: ClientCondition = (clientId) =>
  sql<SqlBool>`x.estate_id in (select e.id from estate e where e.client_id = ${clientId})`

/**
 * Every table that says something of a client, with the rows that are about them: what the right of access gives. A table that refers to a client or
 * an account stands here or below with the reason; a test compares with the database.
 */
export const exportedClientTables: Readonly<Record<string, ClientCondition>> = {
  client: (clientId) => sql<SqlBool>`x.id in ${ownRecordsSql(clientId)}`,
  // Also where they act for others, or own them: that is said of them.
  client_person: (clientId) =>
    sql<SqlBool>`(${byClient(clientId)} or x.id in (select p.id from client_person p where ${isPersonOfClientSql(clientId)}))`,
  client_staff: byClient,
  client_relation: (clientId) => sql<SqlBool>`(x.client_id = ${clientId} or x.other_id = ${clientId})`,
  // What the record said before it was merged is theirs; of a merge that was undone the other record is somebody else's.
  client_erasure: byClient,
  client_merge: (clientId) => sql<SqlBool>`x.survivor_id = ${clientId} and x.state = 'done'`,
  client_block: byClient,
  client_identity_change: byClient,
  client_bank_account: byClient,
  client_bank_change: byClient,
  client_document: byClient,
  kyc_document: byClient,
  dni_expiry_notice: byClient,
  consent: byClient,
  info_form: byClient,
  info_form_request: byInfoForm,
  public_link: byClient,
  client_mail: byClient,
  presentation: byClient,
  presentation_version: byPresentation,
  client_notice: byClient,
  client_contribution: byClient,
  contact: byClient,
  call: byClient,
  follow_up: byClient,
  meeting: byClient,
  meeting_attendee: byClient,
  meeting_mail: byClient,
  external_position: byClient,
  external_position_value: byPosition,
  handover_client: byClient,
  declared_relative: (clientId) => sql<SqlBool>`x.relative_client_id = ${clientId}`,
  account: (clientId) => sql<SqlBool>`x.id in ${heldAccountsSql(clientId)}`,
  account_holder: byClient,
  // Of the holder: whom somebody else designates is that person's to say, until they die.
  account_beneficiary: byAccount,
  account_terms: byAccount,
  account_balance: byAccount,
  interest_through: byAccount,
  journal: (clientId) =>
    sql<SqlBool>`x.id in (select l.journal_id from posting l where l.account_id in ${heldAccountsSql(clientId)})`,
  posting: byAccount,
  withholding_part: byClient,
  maturity: byAccount,
  maturity_call: byAccount,
  cancellation_quote: byAccount,
  retention_action: (clientId) =>
    sql<SqlBool>`x.quote_id in (select q.id from cancellation_quote q where q.account_id in ${heldAccountsSql(clientId)})`,
  scheduled_payment: byAccount,
  unconfirmed_contribution: byAccount,
  bank_entry: byAccount,
  payment_order: (clientId) => ownOrderSql(clientId, 'x'),
  payment_step: (clientId) =>
    sql<SqlBool>`x.order_id in (select o.id from payment_order o where ${ownOrderSql(clientId, 'o')})`,
  estate: byClient,
  estate_requirement: byEstate,
  estate_recipient: byClient,
  estate_payment: byClient,
  record_attachment: byRecord,
  record_comment: byRecord,
  record_comment_version: byComment,
  record_assignment: byRecord,
  record_tag: byRecord,
  stored_file: byRecord,
  approval: (clientId) => sql<SqlBool>`x.subject_client_id = ${clientId} and ${isNoFreezeSql('payload')}`,
  audit_event: (clientId) =>
    sql<SqlBool>`(x.entity = 'client' and x.entity_id in ${ownRecordsSql(clientId)} or x.entity = 'approval' and x.entity_id in (
      select p.id from approval p where p.subject_client_id = ${clientId}) or x.entity = 'account' and x.entity_id in ${heldAccountsSql(clientId)}
      or x.entity = 'payment' and x.entity_id in (select o.id from payment_order o where ${ownOrderSql(clientId, 'o')})) and ${isNoFreezeSql('after')}`,
}

/** Tables that name clients or accounts and say nothing of them that the others don't. */
export const unexportedClientTables: Readonly<Record<string, string>> = {
  client_list: 'derived from client, its links, accounts and balances',
  client_list_due: 'derived: whose row of the list is to be made anew',
  client_search: 'derived from client: what it is searched by',
  list_view: 'what somebody of the staff searches by: it may name the client',
  mapped_import: 'a file about many clients',
  mapped_import_fault: 'what was wrong in a row of a file',
  mapped_import_row: 'a row of a file about them: what was taken from it stands in their own rows',
  payment_batch: 'a file for the bank that names all who are paid by it: their own payments say the same',
  posting_run_failure: 'why a nightly run left an account out: about the run',
  record_mention: 'whom of the staff a comment names',
}

/** Values that are no data of the person, or not theirs to read, by table. */
export const hiddenColumns: Readonly<Record<string, readonly string[]>> = {
  audit_event: ['salt', 'tx', 'erasure_id'],
  client_mail: ['secret'],
  client_erasure: ['transaction', 'file_ids'],
  client_merge: ['transaction', 'rows_after'],
  consent: ['seal'],
  public_link: ['token_digest', 'code_digest', 'access_digest'],
}
