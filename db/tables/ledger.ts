import { type SqlBool, sql } from 'kysely'
import { byAccount, heldAccountsSql } from './core/client-rows.ts'
import { idsAndAmountsOnly, sumsOfManyClients } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { readOnlyPrivileges } from './core/privileges.ts'

/** Ledger, balances, captation and totals change through functions only. */
export const manifest: FeatureTables = {
  tables: {
    journal: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: { does: 'owner', sets: ['description'], stays: ['idempotency_key', 'request_hash', 'source'] },
      exported: (clientId) =>
        sql<SqlBool>`x.id in (select l.journal_id from posting l where l.account_id in ${heldAccountsSql(clientId)})`,
    },
    posting: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: idsAndAmountsOnly,
      exported: byAccount,
    },
    account_balance: {
      rights: readOnlyPrivileges,
      subject: 'accounts',
      erased: idsAndAmountsOnly,
      exported: byAccount,
    },
    total_delta: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    total_month_product: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    total_month_manager: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    total_day_product: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    captation: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    captation_delta: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    total_day_captation: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    total_month_captation: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    total_month_credit: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    stock_delta: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    total_day_stock: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    total_month_stock: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    account_matured: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: idsAndAmountsOnly,
    },
    team_client: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    team_client_due: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    team_delta: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    total_team_flow: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    total_day_team_stock: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    total_month_team_stock: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    team_fact_delta: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    total_team_fact: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    total_day_client: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    maturity_counted: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: idsAndAmountsOnly,
    },
    maturity_due: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: idsAndAmountsOnly,
    },
    total_day_maturity: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    total_day_renewal: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    renewal_counted: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: idsAndAmountsOnly,
    },
    total_waiting: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    ledger_day: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
    ledger_fold: {
      rights: readOnlyPrivileges,
      subject: 'ledger',
      erased: sumsOfManyClients,
    },
  },
  functions: [
    'post_journal',
    'post_journals',
    'post_movements',
    'reverse_journals',
    'fold_totals',
    'captation_type_of',
    'stock_begins',
    'stock_changes',
    'stock_events',
    'link_days',
    'team_events',
    'team_fact_events',
    'day_and_month',
    'month_of',
    'team_periods',
    'counted_team_flows',
    'counted_team_idle',
    'client_days',
    'maturity_parts',
    'uncounted_maturities',
    'renewal_parts',
    'waiting_days',
    'waiting_moment',
    'never_waited',
    'counted_team_facts',
    'waiting_events',
    'fold_ledger',
    'ledger_sums',
    'counter_ledger',
    'is_principal',
    'is_captation',
    'day_count_position',
  ],
}
