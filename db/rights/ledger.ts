import { readOnlyPrivileges, type TenantRights } from './privileges.ts'

/** Ledger, balances, captation and totals change through functions only. */
export const rights: TenantRights = {
  tables: {
    journal: readOnlyPrivileges,
    posting: readOnlyPrivileges,
    account_balance: readOnlyPrivileges,
    total_delta: readOnlyPrivileges,
    total_month_product: readOnlyPrivileges,
    total_month_manager: readOnlyPrivileges,
    total_day_product: readOnlyPrivileges,
    captation: readOnlyPrivileges,
    captation_delta: readOnlyPrivileges,
    total_day_captation: readOnlyPrivileges,
    total_month_captation: readOnlyPrivileges,
    stock_delta: readOnlyPrivileges,
    total_day_stock: readOnlyPrivileges,
    ledger_day: readOnlyPrivileges,
    ledger_fold: readOnlyPrivileges,
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
    'fold_ledger',
    'ledger_sums',
    'counter_ledger',
    'is_principal',
    'is_captation',
    'day_count_position',
  ],
}
