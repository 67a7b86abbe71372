import {
  getAuditChainStatus,
  getAuditEvent,
  getAuditFilterOptions,
  getRecordHistory,
  listAccessEvents,
  listAuditEvents,
} from '#contract/audit.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { accessExport } from './accesses.export.ts'
import { countAccesses, findAccesses } from './accesses.queries.ts'
import { auditExport } from './audit.export.ts'
import {
  countAuditRows,
  findAuditChain,
  findAuditEvent,
  findAuditFilterOptions,
  findAuditRows,
  findRecordHistory,
} from './audit.queries.ts'

const routes: readonly Route[] = [
  buildRoute(listAuditEvents.page, (ctx, { query }) => findAuditRows(ctx, query)),
  buildRoute(listAuditEvents.count, (ctx, { query }) => countAuditRows(ctx, query)),
  buildRoute(getAuditFilterOptions, findAuditFilterOptions),
  buildRoute(getAuditChainStatus, findAuditChain),
  buildRoute(getAuditEvent, findAuditEvent),
  buildRoute(getRecordHistory, findRecordHistory),
  auditExport,
  buildRoute(listAccessEvents.page, (ctx, { query }) => findAccesses(ctx, query)),
  buildRoute(listAccessEvents.count, (ctx, { query }) => countAccesses(ctx, query)),
  accessExport,
]

export const feature: Feature = { routes }
