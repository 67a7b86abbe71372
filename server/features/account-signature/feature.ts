import * as contract from '#contract/account-signature.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { proposeSigningModeChange } from './change-signature.ts'
import { findSigningMode } from './signature.queries.ts'
import { signatureTask } from './signature-task.ts'

const routes: readonly Route[] = [
  buildRoute(contract.getSigningMode, findSigningMode),
  buildRoute(contract.changeSigningMode, proposeSigningModeChange),
]

export const feature: Feature = { routes, tasks: [signatureTask] }
