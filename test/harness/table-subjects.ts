import { readFileSync } from 'node:fs'
import { type DataSubject, getAnswerSubjects, getChangedSubjects } from '#contract/core/data-subjects.ts'
import type { EndpointSpec } from '#contract/core/endpoint.ts'

/** What the rows of each table are about; `null` where no answer shows them, or the page hears of them otherwise. */
const subjectTables: Readonly<Record<DataSubject, string>> = {
  access:
    'person_rule role_grant right_gain registry.app_user registry.membership registry.password_reset registry.totp registry.passkey registry.recovery_code',
  accounts: 'account account_beneficiary account_holder account_terms account_balance',
  approvals: 'approval substitution',
  audit: 'audit_event audit_seal registry.audit_event registry.audit_seal',
  bankAccounts: 'client_bank_account client_bank_change',
  bankEntries: 'bank_account bank_entry bank_entry_journal bank_statement bank_statement_line bank_upload',
  cancellations: 'cancellation_quote retention_action',
  clientDocuments: 'client_document kyc_document',
  clients:
    'client client_person client_identity_change client_block consent info_form info_form_request estate estate_requirement estate_recipient estate_payment client_merge client_erasure client_relation client_search client_staff client_list client_list_sum client_list_due client_list_change',
  contacts: 'contact contact_tally call campaign follow_up meeting meeting_attendee meeting_mail meeting_series',
  contributions: 'unconfirmed_contribution client_contribution',
  externalPositions: 'external_product external_position external_position_value',
  handovers: 'handover handover_client handover_contact',
  imports: 'mapped_import mapped_import_fault mapped_import_row',
  jobs: 'posting_run posting_run_failure interest_through',
  ledger:
    'journal posting tax_line withholding_part total_delta total_day_product total_month_product total_month_manager captation captation_delta total_day_captation total_month_captation stock_delta total_day_stock account_matured team_client team_client_due team_delta total_team_flow total_day_team_stock ledger_day ledger_fold ledger_period ledger_verification month_close',
  listViews: 'list_view list_view_choice',
  maturities: 'maturity maturity_call',
  notices: 'client_notice',
  notifications: '',
  openings: '',
  paymentBatches: 'payment_batch payment_batch_step',
  payments: 'payment_order payment_step scheduled_payment',
  personal:
    'agenda_feed day_mail day_snooze summary_mail google_connection google_consent google_event declared_relative registry.credential registry.sign_in_place',
  presentations: 'presentation presentation_version',
  products: 'product product_rate',
  recordPanels: 'record_assignment record_attachment record_comment record_comment_version record_mention record_tag',
  reference: 'zone office subcompany cancellation_reason contact_type contact_work contact_reference contact_source',
  settings:
    'transfer_rate direct_cost activity_model attribution_rule goal_rule review_cadence setting consent_version consent_text ledger_account currency_rate withdrawal_limit contribution_limit bonus_limit payment_rate retention_period registry.tenant',
  staff: 'goal employee employee_detail employee_team employee_account_change supervisor_move cvl',
  tags: 'tag',
  withholding: 'withholding_rate',
}

/** Files and e-mails are shown through the rows that name them; sessions, drafts and what is counted of callers through nothing that is kept. */
const tablesWithoutSubject =
  'reply_mailbox stored_file dni_expiry_notice public_link client_mail migration registry.notification registry.mail registry.session registry.call_limit registry.draft registry.preference registry.sign_in_attempt registry.installation registry.migration'

const subjectByTable = new Map(
  Object.entries(subjectTables).flatMap(([subject, tables]) =>
    tables
      .split(' ')
      .filter(Boolean)
      .map((table) => [table, subject as DataSubject] as const),
  ),
)

/** Nearly every answer reads these to find out who may see it, or for a name: it need not be about them. */
const tablesReadByTheWay = new Set(
  `${tablesWithoutSubject} ${subjectTables.access} ${subjectTables.approvals} ${subjectTables.audit} office setting interest_through client_list account_holder declared_relative registry.credential registry.tenant`.split(
    ' ',
  ),
)

const schemas = ['tenant', 'registry'] as const
type Schema = (typeof schemas)[number]
const descriptions = schemas.map((schema) => ({
  schema,
  text: readFileSync(`db/schema/${schema}.sql.txt`, 'utf8'),
}))
const qualify = (schema: string, table: string): string => (schema === 'tenant' ? table : `${schema}.${table}`)

/** Every table of the committed description, as `table` or `registry.table`. */
export const allTables = new Set(
  descriptions.flatMap(({ schema, text }) =>
    [...text.matchAll(/^table (\w+)/gm)].map(([, table]) => qualify(schema, table!)),
  ),
)

/** Tables that neither stand for a subject nor are said to have none. */
export const findUnmappedTables = (): string[] =>
  [...allTables].filter((table) => !subjectByTable.has(table) && !tablesWithoutSubject.split(' ').includes(table))

type SqlFunction = { schema: Schema; body: string }
const functions = new Map<string, SqlFunction>(
  descriptions.flatMap(({ schema, text }) =>
    [
      ...text.matchAll(/CREATE OR REPLACE (?:FUNCTION|PROCEDURE) \w+\.(\w+)\([\s\S]*?AS \$(\w+)\$([\s\S]*?)\$\2\$/g),
    ].map(([, name, , body]) => [name!, { schema, body: body! }] as const),
  ),
)

type Trigger = { events: string; calls: string }
const triggers = new Map<string, Trigger[]>()
for (const { text } of descriptions)
  for (const [, events, schema, table, calls] of text.matchAll(
    /CREATE (?:CONSTRAINT )?TRIGGER \w+ (?:BEFORE|AFTER) ([\w ]+?) ON (\w+)\.(\w+)[^\n]*EXECUTE FUNCTION (?:\w+\.)?(\w+)\(/g,
  )) {
    const name = qualify(schema!, table!)
    triggers.set(name, [...(triggers.get(name) ?? []), { events: events!, calls: calls! }])
  }

const removeTexts = (statement: string): string =>
  statement
    .replace(/--[^\n]*/g, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replaceAll('"', '')
const findTable = (name: string, schema: Schema): string | undefined => {
  const bare = name.replace(/^tenant\./, '')
  return [bare, qualify(schema, bare)].find((table) => allTables.has(table))
}
const listCalls = (text: string): string[] =>
  [...text.matchAll(/\b(\w+)\s*\(/g)].map(([, name]) => name!).filter((name) => functions.has(name))

const verbs: Readonly<Record<string, string>> = {
  'insert into': 'INSERT',
  'delete from': 'DELETE',
  update: 'UPDATE',
}

/** Adds the tables that a text writes, with what its functions and the triggers of those tables write in turn. */
const collectWrittenTables = (statement: string, schema: Schema, tables: Set<string>, seen: Set<string>): void => {
  const text = removeTexts(statement)
  const follow = (name: string): void => {
    const called = functions.get(name)
    if (!called || seen.has(name)) return
    seen.add(name)
    collectWrittenTables(called.body, called.schema, tables, seen)
  }
  for (const [, verb, name] of text.matchAll(
    /\b(insert into|delete from|update|merge into)\s+(?:only\s+)?((?:\w+\.)?\w+)/gi,
  )) {
    const table = findTable(name!, schema)
    if (!table) continue
    tables.add(table)
    const event = verbs[verb!.toLowerCase()]
    for (const { events, calls } of triggers.get(table) ?? []) if (!event || events.includes(event)) follow(calls)
  }
  for (const name of listCalls(text)) follow(name)
}

const collectReadTables = (statement: string, schema: Schema, tables: Set<string>, seen: Set<string>): void => {
  const text = removeTexts(statement)
  for (const [, name] of text.matchAll(/(?:\b(?:from|join)|,)\s+(?:only\s+)?((?:\w+\.)?\w+)/gi)) {
    const table = findTable(name!, schema)
    if (table) tables.add(table)
  }
  for (const name of listCalls(text)) {
    const called = functions.get(name)
    if (!called || seen.has(name)) continue
    seen.add(name)
    collectReadTables(called.body, called.schema, tables, seen)
  }
}

const cache = new Map<string, readonly string[]>()
const listTables = (statement: string, isRead: boolean): readonly string[] => {
  const key = `${isRead} ${statement}`
  const known = cache.get(key)
  if (known) return known
  const tables = new Set<string>()
  const collect = isRead ? collectReadTables : collectWrittenTables
  collect(statement, 'tenant', tables, new Set())
  const listed = [...tables]
  cache.set(key, listed)
  return listed
}

const formatTable = (table: string): string => `${table} (${subjectByTable.get(table)})`

/** By which every call finds its session and the rights of its person: no answer is about them. */
const sessionStatementPattern = /\bregistry\.session/

/**
 * Tables that the statements of a write change, or those of an answer read, while its contract names no subject of them. An answer that
 * says itself what it is about is taken at its word: it may leave out what no person waits for.
 */
export const findUnnamedTables = (endpoint: EndpointSpec, statements: Iterable<string>): string[] => {
  const isRead = endpoint.method === 'GET'
  const own = [...statements].filter((statement) => !isRead || !sessionStatementPattern.test(statement))
  const listUnnamed = (named: readonly DataSubject[], readsTables: boolean): string[] =>
    [...new Set(own.flatMap((statement) => listTables(statement, readsTables)))].filter((table) => {
      const subject = subjectByTable.get(table)
      return subject && !named.includes(subject) && !(readsTables && tablesReadByTheWay.has(table))
    })
  const changed = getChangedSubjects(endpoint)
  const unnamedChanges = isRead || changed.length > 0 ? listUnnamed(['audit', ...changed], false) : []
  const about = isRead && !endpoint.about ? getAnswerSubjects(endpoint) : undefined
  return [...unnamedChanges, ...(about ? listUnnamed(about, true) : [])].map(formatTable).sort()
}
