import * as contract from '#contract/client-documents.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { addClientDocument } from './add-client-document.ts'
import { changeClientDocument, removeClientDocument, restoreClientDocument } from './change-client-document.ts'
import { clientDocumentJobs } from './client-documents.jobs.ts'
import { findDocuments } from './client-documents.queries.ts'
import { sendClientDocument } from './send-client-document.ts'
import { clientDocumentBranches } from './timeline-branches.ts'

export const feature: Feature = {
  routes: [
    buildRoute(contract.listClientDocuments, findDocuments),
    buildRoute(contract.addClientDocument, addClientDocument),
    buildRoute(contract.changeClientDocument, changeClientDocument),
    buildRoute(contract.removeClientDocument, removeClientDocument),
    buildRoute(contract.restoreClientDocument, restoreClientDocument),
    buildRoute(contract.readClientDocument, sendClientDocument),
  ],
  jobs: clientDocumentJobs,
  timeline: clientDocumentBranches,
}
