import { tenantFacts } from '#contract/core/tenants.ts'
import {
  clearPayment as clear,
  getBatch,
  getBatchFile,
  getPaymentDay,
  giveBatchUp,
  listBatchOrders,
  listWaitingOrders,
  makeBatch as make,
  payBatch,
  payOrder,
  reorderPayment as reorder,
  returnOrder,
  sendBatch,
  submitBatch as submit,
  takeOut as take,
} from '#contract/payment-batches.ts'
import { parseDay } from '#rules/calendar.ts'
import { bankClosure } from '#rules/holidays.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { firstPaymentDay } from '#server/domain/payment-days.ts'
import { payoutTask } from '#server/domain/payout-task.ts'
import { countBatchOrders, findBatch, findBatchOrders } from './batch.queries.ts'
import { batchTask } from './batch-task.ts'
import { batchRoutes } from './batches.list.ts'
import { send, takeOut } from './change-batch.ts'
import { clearanceTask, clearPayment } from './clear-payment.ts'
import { endTask, giveUp } from './give-up.ts'
import { makeBatch } from './make-batch.ts'
import { paymentBatchJobs } from './payment-batches.jobs.ts'
import { reorderPayment } from './reorder-payment.ts'
import { returnPayment, returnTask } from './return-payment.ts'
import { sendFile } from './send-file.ts'
import { pay, payAll } from './settle.ts'
import { submitBatch } from './submit-batch.ts'
import { countWaiting, findWaiting } from './waiting-orders.ts'

const routes: readonly Route[] = [
  ...batchRoutes,
  serve(listWaitingOrders.page, (ctx, { query }, { serving }) => findWaiting(ctx, query, serving.clock())),
  serve(listWaitingOrders.count, (ctx, { query }, { serving }) => countWaiting(ctx, query, serving.clock())),
  serve(listBatchOrders.page, findBatchOrders),
  serve(listBatchOrders.count, (ctx, { params, query }) => countBatchOrders(ctx, params.batchId, query)),
  serve(make, makeBatch),
  serve(getPaymentDay, async ({ prefix, businessDate }, { query: { day } }) => ({
    payOn: firstPaymentDay(prefix, day, businessDate),
    closure: bankClosure(tenantFacts[prefix].country, parseDay(day)),
  })),
  serve(getBatch, findBatch),
  serve(take, takeOut),
  serve(submit, submitBatch),
  serve(giveBatchUp, giveUp),
  serve(sendBatch, send),
  serve(getBatchFile, sendFile),
  serve(payBatch, payAll),
  serve(payOrder, pay),
  serve(returnOrder, returnPayment),
  serve(reorder, reorderPayment),
  serve(clear, clearPayment),
]

export const feature: Feature = {
  routes,
  tasks: [batchTask, endTask, returnTask, clearanceTask, payoutTask],
  jobs: paymentBatchJobs,
}
