import { tenantFacts } from '#contract/core/tenants.ts'
import {
  proposePaymentClearance as clear,
  confirmBatchPaid,
  confirmBatchSent,
  confirmPaymentPaid,
  discardBatch,
  getBatch,
  getBatchFile,
  getNextPaymentDay,
  listBatchOrders,
  listWaitingOrders,
  createBatch as make,
  proposePaymentReturn,
  proposePaymentRetry as reorder,
  submitBatch as submit,
  removeBatchPayment as take,
} from '#contract/payment-batches.ts'
import { parseDay } from '#rules/calendar.ts'
import { findBankClosure } from '#rules/holidays.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { findFirstPaymentDay } from '#server/domain/payment-days.ts'
import { payoutTask } from '#server/domain/payout-task.ts'
import { countBatchOrders, findBatch, findBatchOrders } from './batch.queries.ts'
import { batchTask } from './batch-task.ts'
import { batchRoutes } from './batches.list.ts'
import { removePaymentFromBatch, startSendingBatch } from './change-batch.ts'
import { clearanceTask, proposeClearance } from './clear-payment.ts'
import { createBatch } from './create-batch.ts'
import { batchDiscardTask, discardPaymentBatch } from './discard-batch.ts'
import { downloadBatchFile } from './download-batch-file.ts'
import { recordBatchPaid, recordPaymentPaid } from './mark-paid.ts'
import { paymentBatchJobs } from './payment-batches.jobs.ts'
import { reorderPayment } from './reorder-payment.ts'
import { paymentReturnTask, requestPaymentReturn } from './return-payment.ts'
import { submitBatch } from './submit-batch.ts'
import { countWaitingOrders, findWaitingOrders } from './waiting-orders.ts'

const routes: readonly Route[] = [
  ...batchRoutes,
  buildRoute(listWaitingOrders.page, (ctx, { query }, { serving }) => findWaitingOrders(ctx, query, serving.clock())),
  buildRoute(listWaitingOrders.count, (ctx, { query }, { serving }) => countWaitingOrders(ctx, query, serving.clock())),
  buildRoute(listBatchOrders.page, findBatchOrders),
  buildRoute(listBatchOrders.count, (ctx, { params, query }) => countBatchOrders(ctx, params.batchId, query)),
  buildRoute(make, createBatch),
  buildRoute(getNextPaymentDay, async ({ prefix, businessDate }, { query: { day } }) => ({
    payOn: findFirstPaymentDay(prefix, day, businessDate),
    closure: findBankClosure(tenantFacts[prefix].country, parseDay(day)),
  })),
  buildRoute(getBatch, findBatch),
  buildRoute(take, removePaymentFromBatch),
  buildRoute(submit, submitBatch),
  buildRoute(discardBatch, discardPaymentBatch),
  buildRoute(confirmBatchSent, startSendingBatch),
  buildRoute(getBatchFile, downloadBatchFile),
  buildRoute(confirmBatchPaid, recordBatchPaid),
  buildRoute(confirmPaymentPaid, recordPaymentPaid),
  buildRoute(proposePaymentReturn, requestPaymentReturn),
  buildRoute(reorder, reorderPayment),
  buildRoute(clear, proposeClearance),
]

export const feature: Feature = {
  routes,
  tasks: [batchTask, batchDiscardTask, paymentReturnTask, clearanceTask, payoutTask],
  jobs: paymentBatchJobs,
}
