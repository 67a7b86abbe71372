import { getPostingRun, listPostingRuns } from '#contract/posting-runs.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { runExports } from './runs.export.ts'
import { countRuns, findRun, findRuns } from './runs.queries.ts'

export const interestRoutes: readonly Route[] = [
  serve(listPostingRuns.page, (ctx, { query }) => findRuns(ctx, query)),
  serve(listPostingRuns.count, (ctx, { query }) => countRuns(ctx, query)),
  serve(getPostingRun, findRun),
  ...runExports,
]
