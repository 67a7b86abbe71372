import * as contract from '#contract/cancellations.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { findCancellationOptions, findRetention } from './cancellation.queries.ts'
import { cancellationTask } from './cancellation-task.ts'
import { cancellationRoutes } from './cancellations.list.ts'
import { estimateCancellation } from './estimate-cancellation.ts'
import { executeCancellation } from './execute-cancellation.ts'
import { noteRetention } from './note-retention.ts'
import { findCancellation } from './quote.queries.ts'
import { quoteCancellation } from './quote-cancellation.ts'
import { printQuote } from './quote-pdf.ts'

const routes: readonly Route[] = [
  ...cancellationRoutes,
  serve(contract.cancellationOptions, (ctx) => findCancellationOptions(ctx)),
  serve(contract.getRetention, findRetention),
  serve(contract.getCancellation, findCancellation),
  serve(contract.printCancellation, printQuote),
  serve(contract.estimateCancellation, estimateCancellation),
  serve(contract.quoteCancellation, quoteCancellation),
  serve(contract.executeCancellation, executeCancellation),
  serve(contract.noteRetention, noteRetention),
]

export const feature: Feature = { routes, tasks: [cancellationTask] }
