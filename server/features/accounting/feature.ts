import * as entries from '#contract/accounting/entries.ts'
import * as ledgerAccounts from '#contract/accounting/ledger-accounts.ts'
import * as taxes from '#contract/accounting/taxes.ts'
import * as contract from '#contract/accounting.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { bookBankEntry } from './book-bank-entry.ts'
import { findChartOfAccounts } from './chart.queries.ts'
import { proposeMonthClose, proposeMonthReopening } from './close-month.ts'
import { verificationTile } from './day-tile.ts'
import { findAccountsForEntry } from './entry-accounts.ts'
import { manualEntryTask } from './entry-task.ts'
import { journalRoutes } from './journals.list.ts'
import { findAccountingJournal } from './journals.queries.ts'
import { addLedgerAccount, changeLedgerAccount, findAddedLedgers } from './ledger-accounts.ts'
import { findLedgerVerifications, requestLedgerVerification } from './ledger-verifications.ts'
import { monthCloseTask, monthReopenTask } from './month-close-task.ts'
import { findAccountingMonths } from './months.queries.ts'
import { proposeManualEntry, proposeWithheldTaxPayment } from './propose-entry.ts'
import { journalSearch } from './search-source.ts'
import { findClientWithholding, findTaxReconciliation, findTaxSummary } from './tax.queries.ts'
import { exportTaxCertificates, printTaxCertificate } from './tax-certificates.ts'
import { findTaxOwed } from './tax-owed.queries.ts'
import { taxRoutes } from './taxes.list.ts'

const routes: readonly Route[] = [
  buildRoute(contract.getChartOfAccounts, findChartOfAccounts),
  buildRoute(ledgerAccounts.listAddedLedgerAccounts, findAddedLedgers),
  buildRoute(ledgerAccounts.addLedgerAccount, addLedgerAccount),
  buildRoute(ledgerAccounts.changeLedgerAccount, changeLedgerAccount),
  ...journalRoutes,
  buildRoute(contract.getAccountingJournal, findAccountingJournal),
  buildRoute(contract.listAccountingMonths, findAccountingMonths),
  buildRoute(contract.closeMonth, proposeMonthClose),
  buildRoute(contract.reopenMonth, proposeMonthReopening),
  buildRoute(contract.listLedgerVerifications, findLedgerVerifications),
  buildRoute(contract.startLedgerVerification, requestLedgerVerification),
  ...taxRoutes,
  buildRoute(taxes.getWithholdingReconciliation, findTaxReconciliation),
  buildRoute(taxes.getTaxSummary, findTaxSummary),
  buildRoute(taxes.getClientWithholding, findClientWithholding),
  buildRoute(taxes.printWithholdingCertificate, printTaxCertificate),
  buildRoute(taxes.exportWithholdingCertificates, exportTaxCertificates),
  buildRoute(entries.proposeJournalEntry, proposeManualEntry),
  buildRoute(entries.bookBankEntry, bookBankEntry),
  buildRoute(entries.findEntryAccounts, findAccountsForEntry),
  buildRoute(entries.proposeTaxPayment, proposeWithheldTaxPayment),
  buildRoute(entries.sumOwedTax, findTaxOwed),
]

export const feature: Feature = {
  routes,
  tasks: [monthCloseTask, monthReopenTask, manualEntryTask],
  searches: [journalSearch],
  dayTiles: [verificationTile],
}
