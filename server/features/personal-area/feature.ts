import * as contract from '#contract/personal-area.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { changeOwnRecord, revealOwnSecrets } from './change-own-record.ts'
import { findOwnRecord } from './own-record.queries.ts'

const routes: readonly Route[] = [
  buildRoute(contract.getOwnEmployeeRecord, findOwnRecord),
  buildRoute(contract.revealOwnSensitiveData, revealOwnSecrets),
  buildRoute(contract.changeOwnEmployeeRecord, changeOwnRecord),
]

export const feature: Feature = { routes }
