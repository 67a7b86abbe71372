import {
  cancelPayment as cancel,
  getPayment,
  quoteWithdrawal as quote,
  requestWithdrawal as request,
} from '#contract/payments.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { cancelPayment } from './cancel-payment.ts'
import { findPayment } from './payment.queries.ts'
import { paymentRoutes } from './payments.list.ts'
import { quoteWithdrawal } from './quote-withdrawal.ts'
import { requestWithdrawal } from './request-withdrawal.ts'
import { withdrawalTask } from './withdrawal-task.ts'

const routes: readonly Route[] = [
  ...paymentRoutes,
  buildRoute(getPayment, (ctx, input, { serving }) => findPayment(ctx, input, serving.clock())),
  buildRoute(quote, quoteWithdrawal),
  buildRoute(request, requestWithdrawal),
  buildRoute(cancel, cancelPayment),
]

export const feature: Feature = { routes, tasks: [withdrawalTask] }
