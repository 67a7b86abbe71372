import { type AuditEventRow, listAuditEvents } from '#contract/audit.ts'
import { buildListExportRoute, type ExportColumn } from '#server/reports/export-list.ts'
import { countAuditRows, queryAllAuditRows } from './audit.queries.ts'
import { type AuditTexts, createWordFormatter, getAuditTexts } from './audit-texts.ts'

const auditColumns: Partial<Record<keyof AuditEventRow, ExportColumn<AuditTexts>>> = {
  at: { heading: (t) => t.fields.at, kind: 'moment' },
  personName: { heading: (t) => t.fields.person, kind: 'text', width: 30 },
  cvl: { heading: (t) => t.fields.cvl, kind: 'text', width: 14 },
  actingCvl: { heading: (t) => t.fields.actingCvl, kind: 'text', width: 14 },
  actingName: { heading: (t) => t.fields.actingName, kind: 'text', width: 30 },
  action: { heading: (t) => t.fields.action, kind: 'text', width: 30, word: createWordFormatter((t) => t.actions) },
  entity: { heading: (t) => t.fields.entity, kind: 'text', width: 22, word: createWordFormatter((t) => t.entities) },
  entityId: { heading: (t) => t.fields.record, kind: 'text', width: 20 },
  requestId: { heading: (t) => t.fields.request, kind: 'text', width: 38 },
  address: { heading: (t) => t.fields.address, kind: 'text', width: 18 },
  sealed: { heading: (t) => t.fields.sealed, kind: 'boolean' },
}

export const auditExport = buildListExportRoute(listAuditEvents.exportRows, {
  texts: getAuditTexts,
  title: (t) => t.title,
  columns: auditColumns,
  audited: { action: 'audit.exported', entity: 'audit' },
  total: async (ctx, { query: { sort: _, direction: __, format: ___, columns: ____, ...filters } }) =>
    (await countAuditRows(ctx, filters)).total,
  rows: async (ctx, { query: { format: _, columns: __, ...query } }) => queryAllAuditRows(ctx, query),
})
