import { tenantFacts } from '#contract/core/tenants.ts'
import * as contract from '#contract/payment-batches.ts'
import { parseDay } from '#rules/calendar.ts'
import { findBankClosure } from '#rules/holidays.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { findFirstPaymentDay } from '#server/domain/payment-days.ts'
import { payoutTask } from '#server/domain/payout-task.ts'
import { findBatch } from './batch.queries.ts'
import { batchTask } from './batch-task.ts'
import { batchRoutes } from './batches.list.ts'
import { removePaymentFromBatch, startSendingBatch } from './change-batch.ts'
import { clearanceTask, proposeClearance } from './clear-payment.ts'
import { createBatch } from './create-batch.ts'
import { paymentTile } from './day-tile.ts'
import { batchDiscardTask, discardPaymentBatch } from './discard-batch.ts'
import { downloadBatchFile } from './download-batch-file.ts'
import { recordBatchPaid, recordPaymentPaid } from './mark-paid.ts'
import { paymentBatchJobs } from './payment-batches.jobs.ts'
import { reorderPayment } from './reorder-payment.ts'
import { paymentReturnTask, requestPaymentReturn } from './return-payment.ts'
import { batchSearch } from './search-source.ts'
import { submitBatch } from './submit-batch.ts'

const routes: readonly Route[] = [
  ...batchRoutes,
  buildRoute(contract.createBatch, createBatch),
  buildRoute(contract.getNextPaymentDay, async ({ prefix, businessDate }, { query: { day } }) => ({
    payOn: findFirstPaymentDay(prefix, day, businessDate),
    closure: findBankClosure(tenantFacts[prefix].country, parseDay(day)),
  })),
  buildRoute(contract.getBatch, findBatch),
  buildRoute(contract.removeBatchPayment, removePaymentFromBatch),
  buildRoute(contract.submitBatch, submitBatch),
  buildRoute(contract.discardBatch, discardPaymentBatch),
  buildRoute(contract.confirmBatchSent, startSendingBatch),
  buildRoute(contract.getBatchFile, downloadBatchFile),
  buildRoute(contract.confirmBatchPaid, recordBatchPaid),
  buildRoute(contract.confirmPaymentPaid, recordPaymentPaid),
  buildRoute(contract.proposePaymentReturn, requestPaymentReturn),
  buildRoute(contract.proposePaymentRetry, reorderPayment),
  buildRoute(contract.proposePaymentClearance, proposeClearance),
]

export const feature: Feature = {
  routes,
  tasks: [batchTask, batchDiscardTask, paymentReturnTask, clearanceTask, payoutTask],
  jobs: paymentBatchJobs,
  searches: [batchSearch],
  dayTiles: [paymentTile],
}
