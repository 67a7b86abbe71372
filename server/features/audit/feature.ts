import {
  auditFilterOptions,
  getAuditChain,
  getAuditEvent,
  getRecordHistory,
  listAccesses,
  listAudit,
} from '#contract/audit.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { accessExport } from './accesses.export.ts'
import { countAccesses, findAccesses } from './accesses.queries.ts'
import { auditExport } from './audit.export.ts'
import { countAudit, findAudit, findChain, findEvent, findFilterOptions, findRecordHistory } from './audit.queries.ts'

const routes: readonly Route[] = [
  serve(listAudit.page, (ctx, { query }) => findAudit(ctx, query)),
  serve(listAudit.count, (ctx, { query }) => countAudit(ctx, query)),
  serve(auditFilterOptions, findFilterOptions),
  serve(getAuditChain, findChain),
  serve(getAuditEvent, findEvent),
  serve(getRecordHistory, findRecordHistory),
  auditExport,
  serve(listAccesses.page, (ctx, { query }) => findAccesses(ctx, query)),
  serve(listAccesses.count, (ctx, { query }) => countAccesses(ctx, query)),
  accessExport,
]

export const feature: Feature = { routes }
