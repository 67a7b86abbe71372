import type { Client } from 'pg'
import type { Prefix } from '#contract/core/values.ts'
import { roleName } from './roles.ts'

type Right = 'select' | 'insert' | 'update' | 'delete'
const full: readonly Right[] = ['select', 'insert', 'update', 'delete']
const appendOnly: readonly Right[] = ['select', 'insert']
const readOnly: readonly Right[] = ['select']

/**
 * What a prefix's role may do with each table of its schema. A table that isn't named here can't be used, and fails the check.
 * Ledger, balances, totals and the derived list rows change through functions only.
 */
export const tenantRights: Record<string, readonly Right[]> = {
  setting: full,
  cvl: appendOnly,
  zone: full,
  office: full,
  employee: full,
  employee_team: readOnly,
  client: full,
  client_bank_account: ['select', 'insert', 'update'],
  client_bank_change: ['select', 'insert', 'update'],
  client_staff: full,
  client_list: readOnly,
  client_list_sum: readOnly,
  client_search: full,
  product: full,
  product_rate: full,
  bonus_limit: full,
  account_terms: readOnly,
  account: full,
  account_holder: full,
  audit_event: appendOnly,
  audit_seal: appendOnly,
  ledger_account: readOnly,
  ledger_period: readOnly,
  month_close: ['select', 'insert', 'update'],
  ledger_verification: ['select', 'insert', 'update'],
  tax_line: appendOnly,
  journal: readOnly,
  posting: readOnly,
  account_balance: readOnly,
  total_delta: readOnly,
  client_list_due: readOnly,
  total_month_product: readOnly,
  total_month_manager: readOnly,
  total_day_product: readOnly,
  ledger_day: readOnly,
  ledger_fold: readOnly,
  client_contribution: readOnly,
  contact: full,
  campaign: full,
  call: full,
  external_position: full,
  scheduled_payment: full,
  currency_rate: full,
  withholding_rate: full,
  withholding_part: appendOnly,
  interest_through: ['select', 'insert', 'update'],
  posting_run: ['select', 'insert', 'update'],
  posting_run_failure: full,
  maturity: ['select', 'insert', 'update'],
  maturity_call: appendOnly,
  cancellation_reason: full,
  cancellation_quote: ['select', 'insert', 'update'],
  retention_action: appendOnly,
  role_grant: full,
  person_rule: ['select', 'insert', 'update'],
  approval: ['select', 'insert', 'update'],
  substitution: ['select', 'insert', 'update'],
  declared_relative: ['select', 'insert', 'update'],
  subcompany: full,
  employee_detail: ['select', 'insert', 'update'],
  supervisor_move: ['select', 'insert', 'update'],
  stored_file: ['select', 'insert', 'update'],
  payment_order: ['select', 'insert', 'update'],
  payment_step: appendOnly,
  payment_batch: ['select', 'insert', 'update'],
  payment_batch_step: appendOnly,
  withdrawal_limit: full,
  contribution_limit: full,
  unconfirmed_contribution: ['select', 'delete'],
  client_notice: ['select', 'insert', 'update'],
  bank_account: appendOnly,
  bank_statement: appendOnly,
  bank_statement_line: appendOnly,
  bank_entry: ['select', 'insert', 'update'],
  bank_entry_journal: appendOnly,
  mapped_import: ['select', 'insert', 'update'],
  mapped_import_row: full,
  mapped_import_fault: ['select', 'insert', 'delete'],
  handover: ['select', 'insert', 'update'],
  handover_client: ['select', 'insert', 'update'],
}

/** Functions that a prefix's role may call; the others run inside these or in triggers. */
export const tenantFunctions = [
  'post_journal',
  'post_journals',
  'post_movements',
  'reverse_journals',
  'fold_totals',
  'fold_ledger',
  'ledger_sums',
  'contribution_source',
  'contributions_between',
  'contributions_since',
  'move_period',
  'refresh_client_list',
  'next_cvl',
  'lock_employee_tree',
  'product_rate_on',
  'counter_ledger',
  'is_bank_number',
  'is_principal',
  'is_captation',
  'plain_number',
]

const signInRights: Record<string, readonly Right[]> = {
  tenant: ['select'],
  app_user: ['select'],
  credential: ['select', 'insert', 'update'],
  membership: ['select'],
  entry: ['select'],
  session: full,
  sign_in_attempt: ['select', 'insert', 'delete'],
  audit_event: appendOnly,
  audit_seal: appendOnly,
  totp: full,
  passkey: full,
  recovery_code: full,
  password_reset: full,
  call_limit: full,
  mail: full,
  preference: full,
  draft: full,
  notification: full,
}

/** Functions of the registry that a prefix's role may call: each looks only at the caller's own prefix. */
const registryFunctions = [
  'own_prefix()',
  'session_of(uuid)',
  'session_extras(uuid)',
  'notify_user(bigint, text, jsonb, text)',
  'own_settings()',
  'change_own_settings(integer, boolean, jsonb, text[], boolean)',
  'own_people()',
  'set_acting_cvl(uuid, text)',
  'set_own_role(bigint, text)',
  'set_own_membership_end(bigint, timestamp with time zone)',
  'lock_own_people()',
  'own_access_bar(text, text)',
  'give_own_access(text, text, text, text, text, text)',
  'invite_own(bigint, text, timestamp with time zone, text, text, timestamp with time zone)',
  'people_named(bigint[])',
  'mail_state()',
  'own_accesses(timestamp with time zone, timestamp with time zone, bigint, text, text, boolean, integer, bigint)',
  'own_access_count(timestamp with time zone, timestamp with time zone, bigint, text, text)',
]

/** Rights are set anew after each migration: revoke all, then what is written above. */
export const grantTenant = async (owner: Client, prefix: Prefix): Promise<void> => {
  const schema = owner.escapeIdentifier(prefix)
  const role = owner.escapeIdentifier(roleName(prefix))
  const functions = await owner.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from pg_proc p
      where p.pronamespace = $1::regnamespace and p.proname = any($2)`,
    [prefix, tenantFunctions],
  )
  await owner.query(
    [
      `revoke all on schema ${schema} from public`,
      `revoke all on all functions in schema ${schema} from public`,
      `revoke all on all tables in schema ${schema} from ${role}`,
      `grant usage on schema ${schema} to ${role}`,
      `grant usage on schema registry to ${role}`,
      `grant usage, select on all sequences in schema ${schema} to ${role}`,
      ...Object.entries(tenantRights).map(
        ([table, rights]) => `grant ${rights.join(', ')} on ${schema}.${table} to ${role}`,
      ),
      ...functions.rows.map(({ signature }) => `grant execute on function ${signature} to ${role}`),
      `grant execute on function ${registryFunctions.map((name) => `registry.${name}`).join(', ')} to ${role}`,
    ].join(';\n'),
  )
}

export const grantSignIn = async (owner: Client): Promise<void> => {
  const role = owner.escapeIdentifier(roleName('signin'))
  await owner.query(
    [
      'revoke all on schema registry from public',
      `grant usage on schema registry to ${role}`,
      `revoke all on all tables in schema registry from ${role}`,
      `grant usage, select on all sequences in schema registry to ${role}`,
      ...Object.entries(signInRights).map(
        ([table, rights]) => `grant ${rights.join(', ')} on registry.${table} to ${role}`,
      ),
      `grant update (google_subject) on registry.app_user to ${role}`,
    ].join(';\n'),
  )
}
