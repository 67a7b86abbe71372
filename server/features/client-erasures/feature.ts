import * as contract from '#contract/client-erasures.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { clientErasuresJobs } from './client-erasures.jobs.ts'
import { clientErasuresRoutes } from './client-erasures.list.ts'
import { findClientErasure } from './client-erasures.queries.ts'
import { clientErasureTask } from './erasure-task.ts'
import { proposeErasure } from './propose-erasure.ts'
import { requestErasure } from './request-erasure.ts'
import { findRetentionPeriods, setRetentionPeriod } from './retention-periods.ts'
import { withdrawErasure } from './withdraw-erasure.ts'

export const feature: Feature = {
  routes: [
    buildRoute(contract.getClientErasure, findClientErasure),
    buildRoute(contract.requestClientErasure, requestErasure),
    buildRoute(contract.withdrawClientErasure, withdrawErasure),
    buildRoute(contract.proposeClientErasure, proposeErasure),
    ...clientErasuresRoutes,
    buildRoute(contract.getRetentionPeriods, (ctx) => findRetentionPeriods(ctx)),
    buildRoute(contract.setRetentionPeriod, setRetentionPeriod),
  ],
  tasks: [clientErasureTask],
  jobs: clientErasuresJobs,
}
