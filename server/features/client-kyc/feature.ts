import * as contract from '#contract/client-kyc.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { addAddressProof, addIdentityDocument } from './add-document.ts'
import { compareClientZone } from './compare-zone.ts'
import { checkDocument, rejectDocument } from './decide-document.ts'
import { kycJobs } from './kyc.jobs.ts'
import { findClientKyc } from './kyc.queries.ts'
import { kycApprovalTask } from './kyc-task.ts'
import { readSide } from './read-side.ts'
import { kycBranch } from './timeline-branch.ts'
import { uploadSide } from './upload-side.ts'

export const feature: Feature = {
  routes: [
    buildRoute(contract.getClientKyc, findClientKyc),
    buildRoute(contract.uploadKycSide, uploadSide),
    buildRoute(contract.addIdentityDocument, addIdentityDocument),
    buildRoute(contract.addAddressProof, addAddressProof),
    buildRoute(contract.checkKycDocument, checkDocument),
    buildRoute(contract.rejectKycDocument, rejectDocument),
    buildRoute(contract.readKycSide, readSide),
    buildRoute(contract.compareMachineZone, compareClientZone),
  ],
  tasks: [kycApprovalTask],
  jobs: kycJobs,
  timeline: [kycBranch],
}
