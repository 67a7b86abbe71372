import * as contract from '#contract/client-blocks.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { clientBlockTask } from '#server/domain/client-block-task.ts'
import { blockClient, liftClientBlock } from './change-blocks.ts'

export const feature: Feature = {
  routes: [buildRoute(contract.blockClient, blockClient), buildRoute(contract.liftClientBlock, liftClientBlock)],
  tasks: [clientBlockTask],
}
