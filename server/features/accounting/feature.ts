import {
  proposeJournalEntry as add,
  bookBankEntry as book,
  findEntryAccounts as findAccounts,
  proposeTaxPayment as pay,
  sumOwedTax,
} from '#contract/accounting/entries.ts'
import {
  addLedgerAccount as addLedger,
  changeLedgerAccount as changeLedger,
  listAddedLedgerAccounts,
} from '#contract/accounting/ledger-accounts.ts'
import {
  exportWithholdingCertificates,
  getClientWithholding,
  getTaxSummary,
  getWithholdingReconciliation,
  listTaxSummaries,
  printWithholdingCertificate as print,
} from '#contract/accounting/taxes.ts'
import {
  closeMonth as close,
  getAccountingJournal,
  getChartOfAccounts,
  listAccountingMonths,
  listJournals,
  listLedgerVerifications,
  reopenMonth as reopen,
  startLedgerVerification as start,
} from '#contract/accounting.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { bookBankEntry } from './book-bank-entry.ts'
import { findChartOfAccounts } from './chart.queries.ts'
import { proposeMonthClose, proposeMonthReopening } from './close-month.ts'
import { findAccountsForEntry } from './entry-accounts.ts'
import { manualEntryTask } from './entry-task.ts'
import { journalExports } from './journals.export.ts'
import { countJournals, findAccountingJournal, findJournals } from './journals.queries.ts'
import { addLedgerAccount, changeLedgerAccount, findAddedLedgers } from './ledger-accounts.ts'
import { findLedgerVerifications, requestLedgerVerification } from './ledger-verifications.ts'
import { monthCloseTask, monthReopenTask } from './month-close-task.ts'
import { findAccountingMonths } from './months.queries.ts'
import { proposeManualEntry, proposeWithheldTaxPayment } from './propose-entry.ts'
import {
  countTaxSummaries,
  findClientWithholding,
  findTaxReconciliation,
  findTaxSummaries,
  findTaxSummary,
} from './tax.queries.ts'
import { exportTaxCertificates, printTaxCertificate } from './tax-certificates.ts'
import { taxOwedRoutes } from './tax-owed.list.ts'
import { findTaxOwed } from './tax-owed.queries.ts'
import { taxExports } from './tax-summaries.export.ts'

const routes: readonly Route[] = [
  buildRoute(getChartOfAccounts, findChartOfAccounts),
  buildRoute(listAddedLedgerAccounts, findAddedLedgers),
  buildRoute(addLedger, addLedgerAccount),
  buildRoute(changeLedger, changeLedgerAccount),
  buildRoute(listJournals.page, (ctx, { query }) => findJournals(ctx, query)),
  buildRoute(listJournals.count, (ctx, { query }) => countJournals(ctx, query)),
  ...journalExports,
  buildRoute(getAccountingJournal, findAccountingJournal),
  buildRoute(listAccountingMonths, findAccountingMonths),
  buildRoute(close, proposeMonthClose),
  buildRoute(reopen, proposeMonthReopening),
  buildRoute(listLedgerVerifications, findLedgerVerifications),
  buildRoute(start, requestLedgerVerification),
  buildRoute(listTaxSummaries.page, (ctx, { query }) => findTaxSummaries(ctx, query)),
  buildRoute(listTaxSummaries.count, (ctx, { query }) => countTaxSummaries(ctx, query)),
  ...taxExports,
  buildRoute(getWithholdingReconciliation, findTaxReconciliation),
  buildRoute(getTaxSummary, findTaxSummary),
  buildRoute(getClientWithholding, findClientWithholding),
  buildRoute(print, printTaxCertificate),
  buildRoute(exportWithholdingCertificates, exportTaxCertificates),
  buildRoute(add, proposeManualEntry),
  buildRoute(book, bookBankEntry),
  buildRoute(findAccounts, findAccountsForEntry),
  buildRoute(pay, proposeWithheldTaxPayment),
  buildRoute(sumOwedTax, findTaxOwed),
  ...taxOwedRoutes,
]

export const feature: Feature = { routes, tasks: [monthCloseTask, monthReopenTask, manualEntryTask] }
