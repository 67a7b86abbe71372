import {
  cancelPayment as cancel,
  getPayment,
  listPayments,
  quoteWithdrawal as quote,
  requestWithdrawal as request,
} from '#contract/payments.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { cancelPayment } from './cancel-payment.ts'
import { countPayments, findPayment, findPayments } from './payment.queries.ts'
import { paymentExports } from './payments.export.ts'
import { quoteWithdrawal } from './quote-withdrawal.ts'
import { requestWithdrawal } from './request-withdrawal.ts'
import { withdrawalTask } from './withdrawal-task.ts'

const routes: readonly Route[] = [
  serve(listPayments.page, (ctx, { query }) => findPayments(ctx, query)),
  serve(listPayments.count, (ctx, { query }) => countPayments(ctx, query)),
  serve(getPayment, (ctx, input, { serving }) => findPayment(ctx, input, serving.clock())),
  serve(quote, quoteWithdrawal),
  serve(request, requestWithdrawal),
  serve(cancel, cancelPayment),
  ...paymentExports,
]

export const feature: Feature = { routes, tasks: [withdrawalTask] }
