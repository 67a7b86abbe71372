import * as bulk from '#contract/client-data/bulk.ts'
import * as contract from '#contract/client-data.ts'
import { buildBulkRoute } from '#server/core/bulk-route.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { changeClient } from './change-client.ts'
import { findClientData } from './client-data.queries.ts'
import { createClient } from './create-client.ts'
import { findClientDuplicates } from './find-duplicates.ts'
import { clientIdentityTask } from './identity-task.ts'
import { proposePepApproval } from './propose-pep-approval.ts'
import { setNextReview } from './set-next-review.ts'
import { findClientFormOptions } from './staff-links.ts'

export const feature: Feature = {
  routes: [
    buildRoute(contract.findClientDuplicates, findClientDuplicates),
    buildRoute(contract.getClientFormOptions, findClientFormOptions),
    buildRoute(contract.getClientData, findClientData),
    buildRoute(contract.createClient, createClient),
    buildRoute(contract.changeClient, changeClient),
    buildBulkRoute(bulk.setNextReviews, setNextReview),
    buildRoute(contract.proposePepApproval, proposePepApproval),
  ],
  tasks: [clientIdentityTask],
}
