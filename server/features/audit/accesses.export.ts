import { type AccessRow, listAccesses } from '#contract/audit.ts'
import { type ExportColumn, exportList } from '#server/reports/export-list.ts'
import { allAccesses, countAccesses } from './accesses.queries.ts'
import { type AuditTexts, auditTexts, wordOf } from './audit-texts.ts'

const columns: Partial<Record<keyof AccessRow, ExportColumn<AuditTexts>>> = {
  at: { heading: (t) => t.fields.at, kind: 'moment' },
  personName: { heading: (t) => t.fields.person, kind: 'text', width: 30 },
  identity: { heading: (t) => t.fields.identity, kind: 'text', width: 20 },
  action: { heading: (t) => t.fields.action, kind: 'text', width: 36, word: wordOf((t) => t.accesses.actions) },
  address: { heading: (t) => t.fields.address, kind: 'text', width: 18 },
  requestId: { heading: (t) => t.fields.request, kind: 'text', width: 38 },
  sealed: { heading: (t) => t.fields.sealed, kind: 'boolean' },
}

export const accessExport = exportList(listAccesses.exportRows, {
  texts: auditTexts,
  title: (t) => t.accesses.title,
  columns,
  audited: { action: 'accesses.exported', entity: 'audit' },
  total: async (ctx, { query: { sort: _, direction: __, format: ___, columns: ____, ...filters } }) =>
    (await countAccesses(ctx, filters)).total,
  rows: async (ctx, { query: { format: _, columns: __, ...query } }) => allAccesses(ctx, query),
})
