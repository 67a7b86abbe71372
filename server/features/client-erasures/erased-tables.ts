import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type ClientCondition,
  exportedClientTables,
  heldAccountsSql,
  isPersonOfClientSql,
  ownRecordsSql,
} from '#server/domain/client-tables.ts'

/**
 * What an erasure does with the rows of a table that say something of the client. Every column of words, of JSON or of bytes is set, or stays and is named:
 * a test compares with the database, so that a new column fails until somebody has said what becomes of it.
 */
type ErasureRule = {
  /** Which rows `x`; left out where they are those of the export. `texts`: what the client is called and reached by. */
  rows?: (clientId: string, texts: readonly string[]) => RawBuilder<SqlBool>
} & (
  | { does: 'set'; sets: Readonly<Record<string, string>>; stays?: readonly string[] }
  /** `byOwner`: functions of the owner do it, because the role of the prefix may not. */
  | { does: 'delete'; byOwner?: true }
  | { does: 'owner'; sets: readonly string[]; stays?: readonly string[] }
  | { does: 'nothing'; stays: readonly string[] }
)

/** What stands where something has to. */
export const erasedText = '---'
const blank = `'${erasedText}'`
/** A value that was there, where the table wants one. */
const blankIfSet = (column: string) => `case when x.${column} is not null then ${blank} end`
/** Whoever erases, as the one who removes what is still there. */
const doerSql = '(select e.done_by from client_erasure e where e.transaction = pg_current_xact_id())'
const removed = { removed_at: 'coalesce(x.removed_at, now())', removed_by: `coalesce(x.removed_by, ${doerSql})` }
const noRequest = { idempotency_key: 'null', request_hash: 'null' }

const own = (column: string, clientId: string) => sql`${sql.ref(`x.${column}`)} in ${ownRecordsSql(clientId)}`
/** Rows `r` of files about the client, an account of theirs, or the contact that they were. */
const isClientRowSql = (clientId: string, row = sql`r`) => sql<SqlBool>`(${row}.client_id in ${ownRecordsSql(clientId)}
  or ${row}.account_id in ${heldAccountsSql(clientId)}
  or (${row}.fields ->> 'contactId')::bigint in (select k.id from contact k where k.client_id in ${ownRecordsSql(clientId)}))`
const clientImportsSql = (clientId: string) =>
  sql`select r.import_id from mapped_import_row r where ${isClientRowSql(clientId)}`
const clientEntriesSql = (clientId: string) => sql`
  select b.id from bank_entry b
   where b.account_id in ${heldAccountsSql(clientId)} or b.proposed_account_id in ${heldAccountsSql(clientId)}
      or b.counterparty_number in (select k.number from client_bank_account k where k.client_id in ${ownRecordsSql(clientId)})
      or b.proposed_order_id in (select o.id from payment_order o where o.client_id in ${ownRecordsSql(clientId)})`
const byImport: ClientCondition = (clientId) => sql<SqlBool>`x.id in (${clientImportsSql(clientId)})`

const clientApprovals: ClientCondition = (clientId) => sql<SqlBool>`(x.subject_client_id in ${ownRecordsSql(clientId)}
  or x.entity = 'client' and ${own('entity_id', clientId)} or x.entity = 'account' and x.entity_id in ${heldAccountsSql(clientId)})`

/** Rows about the client, an account of theirs, or a change about them. */
const clientRecords: ClientCondition = (clientId) => sql<SqlBool>`(x.entity = 'client' and ${own('entity_id', clientId)}
  or x.entity = 'account' and x.entity_id in ${heldAccountsSql(clientId)}
  or x.entity = 'approval' and x.entity_id in (select x.id from approval x where ${clientApprovals(clientId)}))`
const clientComments: ClientCondition = (clientId) =>
  sql<SqlBool>`x.comment_id in (select x.id from record_comment x where ${clientRecords(clientId)})`

/** Files about the client, those that brought them, and statements of the bank with their money. */
const clientFiles: ClientCondition = (clientId) => sql<SqlBool>`(${clientRecords(clientId)}
  or x.id in (select i.file_id from mapped_import i where i.id in (${clientImportsSql(clientId)}))
  or x.id in (select s.file_id from bank_statement s join bank_statement_line l on l.statement_id = s.id where l.entry_id in (${clientEntriesSql(clientId)})))`

/** Sentences of changes keep their numbers, days and keys: what has a space in it is a name or was typed. */
const erasedParams = `(select coalesce(jsonb_object_agg(p.key, case when p.value #>> '{}' ~ '\\s|@' then '"${erasedText}"'::jsonb else p.value end), '{}')
  from jsonb_each(x.params) p)`

/** Of a row of a file its figures and keys stay: the list of the import goes on showing them. */
const erasedFields = `(select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(x.fields) f
  where f.key in ('amount', 'kind', 'bookingDate', 'valueDate', 'instruction', 'product', 'balanceOn', 'asOf', 'allSigned', 'calledOn', 'meetingOn'))`

const clientColumns = {
  name: `'Cliente suprimido'`,
  surname: `''`,
  email: 'null',
  phone: 'null',
  nationality: 'null',
  identity_kind: 'null',
  identity_number: 'null',
  dni_valid_until: 'null',
  dni_permanent: 'false',
  birth_date: 'null',
  street: 'null',
  street_type: 'null',
  street_number: 'null',
  floor: 'null',
  door: 'null',
  postal_code: 'null',
  city: 'null',
  province: 'null',
  tax_residence: 'null',
  funds_source: 'null',
  kyc_status: `'missing'`,
  address_status: `'no_data'`,
  form_status: `'missing'`,
  form_on: 'null',
  risk_level: '1',
  pep: 'false',
  pep_approved_at: 'null',
  pep_approved_by: 'null',
  next_review_on: 'null',
  block_reason: blankIfSet('block_reason'),
  external_ref: 'null',
  erased_at: 'now()',
  restricted_at: 'coalesce(x.restricted_at, now())',
  version: 'x.version + 1',
}

/** In the order in which it is done: what others are found by goes last. */
export const erasedTables: Readonly<Record<string, ErasureRule>> = {
  stored_file: {
    does: 'set',
    rows: clientFiles,
    sets: { file_name: blank, removed_at: 'coalesce(x.removed_at, now())' },
    stays: ['purpose', 'entity', 'content_type', 'sha256'],
  },
  bank_entry: {
    does: 'set',
    rows: (clientId) => sql<SqlBool>`x.id in (${clientEntriesSql(clientId)})`,
    sets: {
      reference: `'erased ' || x.id`,
      counterparty_name: 'null',
      counterparty_number: 'null',
      remittance: `''`,
      end_to_end: 'null',
      reason: 'null',
    },
    stays: ['proposed_by', 'bar', 'assigned_key', 'currency'],
  },
  payment_batch: {
    does: 'set',
    rows: (clientId) => sql<SqlBool>`x.file is not null and x.id in (
      select o.batch_id from payment_order o where o.client_id in ${ownRecordsSql(clientId)} or o.account_id in ${heldAccountsSql(clientId)})`,
    sets: { file: 'null', file_erased_at: 'now()' },
    stays: ['sha256', 'debtor', 'idempotency_key', 'request_hash', 'pay_currency'],
  },
  payment_order: { does: 'set', sets: { reason: 'null' }, stays: ['idempotency_key', 'request_hash', 'return_code'] },
  payment_step: { does: 'owner', sets: ['reason'] },
  account: {
    does: 'set',
    sets: { close_reason: blankIfSet('close_reason'), external_ref: 'null' },
    stays: ['number', 'opening_key', 'opening_hash'],
  },
  account_beneficiary: { does: 'delete' },
  journal: { does: 'owner', sets: ['description'], stays: ['idempotency_key', 'request_hash', 'source'] },
  cancellation_quote: { does: 'set', sets: { note: 'null' }, stays: ['tax_parts', 'execution_key'] },
  retention_action: { does: 'owner', sets: ['note'] },
  maturity_call: { does: 'owner', sets: ['note'] },
  maturity: { does: 'nothing', stays: ['reasons'] },
  scheduled_payment: { does: 'delete' },
  withholding_part: { does: 'nothing', stays: ['region', 'source', 'country'] },
  client_contribution: { does: 'nothing', stays: ['source'] },
  mapped_import_fault: {
    does: 'delete',
    rows: (
      clientId,
    ) => sql<SqlBool>`exists (select from mapped_import_row r where r.import_id = x.import_id and r.line = x.line
      and ${isClientRowSql(clientId)})`,
  },
  mapped_import: {
    does: 'set',
    rows: byImport,
    sets: { sample: 'null', file_id: 'null' },
    stays: ['kind', 'file_name', 'sha256', 'headings', 'form', 'mapping', 'figures', 'failure', 'failed_at'],
  },
  mapped_import_row: {
    does: 'set',
    rows: (clientId) => isClientRowSql(clientId, sql`x`),
    sets: { fields: erasedFields },
    stays: ['key', 'hash', 'decision'],
  },
  list_view: {
    does: 'set',
    rows: (_, texts) =>
      sql<SqlBool>`exists (select from unnest(${[...texts]}::text[]) t (words) where strpos(lower(concat(x.name, x.filters::text)), lower(t.words)) > 0)`,
    // A person's views of a list have names of their own.
    sets: { name: `'${erasedText} ' || x.id`, filters: `'{}'` },
    stays: ['list', 'shared_with', 'sort', 'direction', 'columns'],
  },
  approval: {
    does: 'set',
    rows: clientApprovals,
    sets: {
      params: erasedParams,
      before: 'null',
      after: 'null',
      payload: `'{}'`,
      reason: blank,
      decision_reason: blankIfSet('decision_reason'),
    },
    stays: ['task', 'entity', 'made_cvl', 'made_acting_cvl', 'decided_cvl', 'first_cvl'],
  },
  audit_event: {
    does: 'owner',
    sets: ['before', 'after'],
    stays: ['cvl', 'acting_cvl', 'action', 'entity', 'request_id', 'address'],
  },
  record_mention: {
    does: 'delete',
    rows: clientComments,
  },
  record_comment_version: { does: 'set', rows: clientComments, sets: { body: `''` }, stays: ['acting_cvl'] },
  record_comment: {
    does: 'set',
    rows: clientRecords,
    sets: { ...noRequest, ...removed, body: `''`, removed_fingerprint: 'null', pinned_at: 'null', pinned_by: 'null' },
    stays: ['entity', 'cvl', 'acting_cvl'],
  },
  record_attachment: {
    does: 'set',
    rows: clientRecords,
    sets: { ...noRequest, ...removed, description: `''` },
    stays: ['entity', 'acting_cvl'],
  },
  record_assignment: { does: 'nothing', stays: ['entity'] },
  record_tag: { does: 'delete' },
  client_document: { does: 'set', sets: { ...noRequest, ...removed, title: blank }, stays: ['acting_cvl'] },
  kyc_document: {
    does: 'set',
    sets: {
      identity_number: blankIfSet('identity_number'),
      machine_zone: 'null',
      seen_address: blankIfSet('seen_address'),
      reject_reason: 'null',
    },
    stays: ['issuing_country', 'status_before', 'acting_cvl'],
  },
  presentation_version: { does: 'delete', byOwner: true },
  presentation: { does: 'delete', byOwner: true },
  consent: {
    does: 'set',
    // Also what they signed for others: whoever acts for somebody now is not erased.
    rows: (clientId) =>
      sql<SqlBool>`(${own('client_id', clientId)} or x.signer_person_id in (select p.id from client_person p where ${isPersonOfClientSql(clientId)}))`,
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
  info_form: { does: 'set', sets: { content: `'{}'` } },
  info_form_request: {
    does: 'set',
    sets: {
      recipient: blank,
      answers: `case when x.answers is not null then '{}'::jsonb end`,
      address: blankIfSet('address'),
    },
    stays: ['accepted', 'idempotency_key', 'request_hash'],
  },
  client_mail: {
    does: 'set',
    sets: {
      recipient: blank,
      secret: 'null',
      error: 'null',
      failed_at: 'case when x.sent_at is null then coalesce(x.failed_at, now()) end',
    },
    stays: ['template', 'idioma', 'idempotency_key', 'request_hash'],
  },
  public_link: {
    does: 'set',
    sets: {
      recipient: blank,
      token_digest: `'erased ' || x.id`,
      code_digest: 'null',
      code_expires_at: 'null',
      access_digest: 'null',
      access_expires_at: 'null',
      revoked_at: 'coalesce(x.revoked_at, now())',
    },
    stays: ['idioma'],
  },
  client_notice: {
    does: 'set',
    sets: {
      recipient: blankIfSet('recipient'),
      state: `case when x.state = 'queued' then 'skipped' else x.state end`,
      reason: `case when x.state = 'queued' then 'withdrawn' when x.state = 'skipped' then x.reason end`,
    },
    stays: ['idioma', 'resend_key'],
  },
  external_position_value: { does: 'delete', byOwner: true },
  external_position: { does: 'delete', byOwner: true },
  estate_requirement: { does: 'set', sets: { note: blank } },
  handover_client: { does: 'nothing', stays: ['outcome'] },
  declared_relative: { does: 'nothing', stays: ['relation'] },
  call: {
    does: 'set',
    sets: { external_ref: 'null', feedback: `''`, observations: `''` },
    stays: ['channel', 'weekday', 'outcome', 'reason'],
  },
  meeting: {
    does: 'set',
    sets: {
      subject: blank,
      place: `''`,
      link: `''`,
      note: `''`,
      result: `case when x.state = 'canceled' then ${blank} else '' end`,
    },
    stays: ['stage_before'],
  },
  meeting_mail: { does: 'delete' },
  // Who else took part is said of them.
  meeting_attendee: { does: 'set', sets: { comment: `''` }, stays: ['name', 'email'] },
  follow_up: {
    does: 'set',
    sets: { subject: blank, note: `''`, result: `case when x.state = 'deleted' then ${blank} else '' end` },
  },
  contact: {
    does: 'set',
    rows: (clientId) => sql<SqlBool>`${own('client_id', clientId)}`,
    sets: {
      name: blank,
      surname: `''`,
      email: 'null',
      phone: 'null',
      profession: 'null',
      marital_status: 'null',
      education: 'null',
      contact_type: 'null',
      past_outcome: 'null',
      external_ref: 'null',
      observations: `''`,
      family: `''`,
      lost_note: 'null',
    },
    stays: ['country', 'stage', 'lost_reason'],
  },
  client_person: { does: 'delete' },
  client_relation: { does: 'delete' },
  client_identity_change: {
    does: 'set',
    sets: {
      identity_number: 'null',
      seen_identity: 'null',
      email: 'null',
      seen_email: 'null',
      status: `case when x.sets_status then '{}'::jsonb end`,
      seen_status: `case when x.sets_status then '{}'::jsonb end`,
    },
  },
  client_bank_change: {
    does: 'set',
    sets: { number: `'XX' || lpad(x.id::text, 10, '0')`, holder: 'null' },
    stays: ['idempotency_key', 'request_hash'],
  },
  client_bank_account: {
    does: 'set',
    sets: { number: `'XX' || lpad(x.id::text, 10, '0')`, holder: 'null', is_payout: 'false', is_default: 'false' },
  },
  client_block: { does: 'set', sets: { reason: blank, lift_reason: blankIfSet('lift_reason') } },
  client_merge: {
    does: 'set',
    rows: (clientId) => sql<SqlBool>`(${own('survivor_id', clientId)} or ${own('absorbed_id', clientId)})`,
    sets: { survivor_before: 'null', moved_rows: 'null', replaced_rows: 'null' },
    stays: ['taken', 'rows_after'],
  },
  client_search: {
    does: 'set',
    rows: (clientId) => sql<SqlBool>`${own('client_id', clientId)}`,
    sets: {
      name_text: `'cliente suprimido'`,
      email_text: `''`,
      phone_text: `''`,
      identity_text: `''`,
      bank_text: `''`,
    },
    stays: ['all_text', 'cvl_text'],
  },
  client_list: {
    does: 'nothing',
    rows: (clientId) => sql<SqlBool>`${own('client_id', clientId)}`,
    stays: ['country', 'name_sort', 'cvl'],
  },
  client_erasure: {
    does: 'set',
    sets: { reason: blank, withdraw_reason: blankIfSet('withdraw_reason') },
  },
  client: { does: 'set', sets: clientColumns, stays: ['cvl', 'country', 'idioma'] },
}

/** Rows `x` of the table that say something of the client. */
export const erasedRowsSql = (table: string, clientId: string, texts: readonly string[]): RawBuilder<SqlBool> =>
  (erasedTables[table]!.rows ?? exportedClientTables[table]!)(clientId, texts)
