import * as contract from '#contract/audit.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { auditRoutes } from './audit.list.ts'
import { findAuditChain, findAuditEvent, findAuditFilterOptions, findRecordHistory } from './audit.queries.ts'

const routes: readonly Route[] = [
  ...auditRoutes,
  buildRoute(contract.getAuditFilterOptions, findAuditFilterOptions),
  buildRoute(contract.getAuditChainStatus, findAuditChain),
  buildRoute(contract.getAuditEvent, findAuditEvent),
  buildRoute(contract.getRecordHistory, findRecordHistory),
]

export const feature: Feature = { routes }
