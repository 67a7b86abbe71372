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
import { getClientWithholding, getReconciliation, getTaxSummary, listTaxSummaries } from '#contract/tax-summaries.ts'
import { type Route, serve } from '#server/core/serve.ts'
import type { Task } from '#server/core/task.ts'
import { findChart } from './chart.queries.ts'
import { closeMonth, reopenMonth } from './close-month.ts'
import { closeTask, reopenTask } from './close-task.ts'
import { journalExports } from './journals.export.ts'
import { countJournals, findAccountingJournal, findJournals } from './journals.queries.ts'
import { findMonths } from './months.queries.ts'
import { taxExports } from './tax.export.ts'
import {
  countTaxSummaries,
  findClientWithholding,
  findReconciliation,
  findTaxSummaries,
  findTaxSummary,
} from './tax.queries.ts'
import { findVerifications, startVerification } from './verifications.ts'

export const accountingRoutes: readonly Route[] = [
  serve(getChart, findChart),
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
]

export const accountingTasks: readonly Task[] = [closeTask, reopenTask]
