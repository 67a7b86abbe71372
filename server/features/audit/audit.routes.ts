import { auditFilterOptions, getAuditChain, getAuditEvent, getRecordHistory, listAudit } from '#contract/audit.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { auditExport } from './audit.export.ts'
import { countAudit, findAudit, findChain, findEvent, findFilterOptions, findRecordHistory } from './audit.queries.ts'

export const auditRoutes: readonly Route[] = [
  serve(listAudit.page, (ctx, { query }) => findAudit(ctx, query)),
  serve(listAudit.count, (ctx, { query }) => countAudit(ctx, query)),
  serve(auditFilterOptions, findFilterOptions),
  serve(getAuditChain, findChain),
  serve(getAuditEvent, findEvent),
  serve(getRecordHistory, findRecordHistory),
  auditExport,
]
