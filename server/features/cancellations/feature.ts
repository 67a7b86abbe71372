import * as contract from '#contract/cancellations.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { findCancellationOptions, findRetentionFigures } from './cancellation.queries.ts'
import { cancellationTask } from './cancellation-task.ts'
import { cancellationRoutes } from './cancellations.list.ts'
import { estimateCancellation } from './estimate-cancellation.ts'
import { executeCancellation } from './execute-cancellation.ts'
import { findCancellationQuote } from './quote.queries.ts'
import { quoteCancellation } from './quote-cancellation.ts'
import { printQuotePdf } from './quote-pdf.ts'
import { recordRetention } from './record-retention.ts'
import { cancellationSearch } from './search-source.ts'

const routes: readonly Route[] = [
  ...cancellationRoutes,
  buildRoute(contract.getCancellationOptions, (ctx) => findCancellationOptions(ctx)),
  buildRoute(contract.getRetentionFigures, findRetentionFigures),
  buildRoute(contract.getCancellationQuote, findCancellationQuote),
  buildRoute(contract.printCancellationQuote, printQuotePdf),
  buildRoute(contract.estimateCancellation, estimateCancellation),
  buildRoute(contract.quoteCancellation, quoteCancellation),
  buildRoute(contract.executeCancellation, executeCancellation),
  buildRoute(contract.recordRetention, recordRetention),
]

export const feature: Feature = { routes, tasks: [cancellationTask], searches: [cancellationSearch] }
