import { type AccessEventRow, listAccessEvents } from '#contract/audit.ts'
import { buildListExportRoute, type ExportColumn } from '#server/reports/export-list.ts'
import { countAccesses, queryAllAccesses } from './accesses.queries.ts'
import { type AuditTexts, createWordFormatter, getAuditTexts } from './audit-texts.ts'

const accessColumns: Partial<Record<keyof AccessEventRow, ExportColumn<AuditTexts>>> = {
  at: { heading: (t) => t.fields.at, kind: 'moment' },
  personName: { heading: (t) => t.fields.person, kind: 'text', width: 30 },
  identity: { heading: (t) => t.fields.identity, kind: 'text', width: 20 },
  action: {
    heading: (t) => t.fields.action,
    kind: 'text',
    width: 36,
    word: createWordFormatter((t) => t.accesses.actions),
  },
  address: { heading: (t) => t.fields.address, kind: 'text', width: 18 },
  requestId: { heading: (t) => t.fields.request, kind: 'text', width: 38 },
  sealed: { heading: (t) => t.fields.sealed, kind: 'boolean' },
}

export const accessExport = buildListExportRoute(listAccessEvents.exportRows, {
  texts: getAuditTexts,
  title: (t) => t.accesses.title,
  columns: accessColumns,
  audited: { action: 'accesses.exported', entity: 'audit' },
  total: async (ctx, { query: { sort: _, direction: __, format: ___, columns: ____, ...filters } }) =>
    (await countAccesses(ctx, filters)).total,
  rows: async (ctx, { query: { format: _, columns: __, ...query } }) => queryAllAccesses(ctx, query),
})
