import * as contract from '#contract/client-merge.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { findClientMerges, undoClientMerge } from './client-merges.ts'
import { clientMergeTask } from './merge-task.ts'
import { mergeClients, previewClientMerge } from './propose-merge.ts'
import { mergeBranch } from './timeline-branch.ts'

export const feature: Feature = {
  routes: [
    buildRoute(contract.previewClientMerge, previewClientMerge),
    buildRoute(contract.mergeClients, mergeClients),
    buildRoute(contract.listClientMerges, findClientMerges),
    buildRoute(contract.undoClientMerge, undoClientMerge),
  ],
  tasks: [clientMergeTask],
  timeline: [mergeBranch],
}
