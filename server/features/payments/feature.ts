import * as contract from '#contract/payments.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { cancelPayment } from './cancel-payment.ts'
import { findPayment } from './payment.queries.ts'
import { paymentRoutes } from './payments.list.ts'
import { quoteWithdrawal } from './quote-withdrawal.ts'
import { requestWithdrawal } from './request-withdrawal.ts'
import { paymentSearch } from './search-source.ts'
import { withdrawalTask } from './withdrawal-task.ts'

const routes: readonly Route[] = [
  ...paymentRoutes,
  buildRoute(contract.getPayment, (ctx, input, { deps }) => findPayment(ctx, input, deps.clock())),
  buildRoute(contract.quoteWithdrawal, quoteWithdrawal),
  buildRoute(contract.requestWithdrawal, requestWithdrawal),
  buildRoute(contract.cancelPayment, cancelPayment),
]

export const feature: Feature = { routes, tasks: [withdrawalTask], searches: [paymentSearch] }
