import {
  addEntry as add,
  bookBankEntry as book,
  findEntryAccounts as findAccounts,
  getTaxOwed,
  payTax as pay,
} from '#contract/accounting/entries.ts'
import {
  addLedgerAccount as addLedger,
  changeLedgerAccount as changeLedger,
  listLedgerAccounts,
} from '#contract/accounting/ledger-accounts.ts'
import {
  exportCertificates,
  getClientWithholding,
  getReconciliation,
  getTaxSummary,
  listTaxSummaries,
  printCertificate as print,
} from '#contract/accounting/taxes.ts'
import {
  closeMonth as close,
  getAccountingJournal,
  getChart,
  getMonths,
  getVerifications,
  listJournals,
  reopenMonth as reopen,
  startVerification as start,
} from '#contract/accounting.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { bookBankEntry } from './book-bank-entry.ts'
import { printCertificate, sendCertificates } from './certificate.ts'
import { findChart } from './chart.queries.ts'
import { closeMonth, reopenMonth } from './close-month.ts'
import { closeTask, reopenTask } from './close-task.ts'
import { findEntryAccounts } from './entry-accounts.ts'
import { entryTask } from './entry-task.ts'
import { journalExports } from './journals.export.ts'
import { countJournals, findAccountingJournal, findJournals } from './journals.queries.ts'
import { addLedgerAccount, changeLedgerAccount, findAddedLedgers } from './ledger-accounts.ts'
import { findMonths } from './months.queries.ts'
import { addEntry, payTax } from './propose-entry.ts'
import { taxExports } from './tax.export.ts'
import {
  countTaxSummaries,
  findClientWithholding,
  findReconciliation,
  findTaxSummaries,
  findTaxSummary,
} from './tax.queries.ts'
import { taxOwedRoutes } from './tax-owed.list.ts'
import { findTaxOwed } from './tax-owed.queries.ts'
import { findVerifications, startVerification } from './verifications.ts'

const routes: readonly Route[] = [
  serve(getChart, findChart),
  serve(listLedgerAccounts, findAddedLedgers),
  serve(addLedger, addLedgerAccount),
  serve(changeLedger, changeLedgerAccount),
  serve(listJournals.page, (ctx, { query }) => findJournals(ctx, query)),
  serve(listJournals.count, (ctx, { query }) => countJournals(ctx, query)),
  ...journalExports,
  serve(getAccountingJournal, findAccountingJournal),
  serve(getMonths, findMonths),
  serve(close, closeMonth),
  serve(reopen, reopenMonth),
  serve(getVerifications, findVerifications),
  serve(start, startVerification),
  serve(listTaxSummaries.page, (ctx, { query }) => findTaxSummaries(ctx, query)),
  serve(listTaxSummaries.count, (ctx, { query }) => countTaxSummaries(ctx, query)),
  ...taxExports,
  serve(getReconciliation, findReconciliation),
  serve(getTaxSummary, findTaxSummary),
  serve(getClientWithholding, findClientWithholding),
  serve(print, printCertificate),
  serve(exportCertificates, sendCertificates),
  serve(add, addEntry),
  serve(book, bookBankEntry),
  serve(findAccounts, findEntryAccounts),
  serve(pay, payTax),
  serve(getTaxOwed, findTaxOwed),
  ...taxOwedRoutes,
]

export const feature: Feature = { routes, tasks: [closeTask, reopenTask, entryTask] }
