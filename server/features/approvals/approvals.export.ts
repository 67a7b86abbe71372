import { type ApprovalRow, listApprovals } from '#contract/approvals.ts'
import en from '#locales/en/approvals.ts'
import es from '#locales/es/approvals.ts'
import pt from '#locales/pt/approvals.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListExportRoute, type ExportColumn } from '#server/reports/export-list.ts'
import { countApprovals, queryAllApprovals } from './approvals.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })
type Texts = ReturnType<typeof getTexts>

/** 'permissions.role' stands in the texts as a group and a name. */
const formatTaskName = (value: string, { tasks }: Texts): string | undefined => {
  const { permissions, month, check, import: imports, ...others } = tasks
  const words: Record<string, string> = {
    'permissions.matrix': permissions.matrix,
    'permissions.role': permissions.role,
    'permissions.person': permissions.person,
    'check.off': check.off,
    'month.close': month.close,
    'month.reopen': month.reopen,
    'import.run': imports.run,
    'import.undo': imports.undo,
    ...others,
  } satisfies Record<ApprovalRow['task'], string>
  return words[value]
}

const approvalColumns: Partial<Record<keyof ApprovalRow, ExportColumn<Texts>>> = {
  madeAt: { heading: (t) => t.fields.madeAt, kind: 'moment' },
  task: { heading: (t) => t.fields.task, kind: 'text', width: 24, word: formatTaskName },
  aboutName: { heading: (t) => t.fields.about, kind: 'text', width: 30 },
  clientCvl: { heading: (t) => t.fields.clientCvl, kind: 'text', width: 14 },
  state: {
    heading: (t) => t.fields.state,
    kind: 'text',
    width: 14,
    word: (value, t) => (t.states as Record<string, string>)[value],
  },
  makerName: { heading: (t) => t.fields.maker, kind: 'text', width: 30 },
  makerCvl: { heading: (t) => t.fields.makerCvl, kind: 'text', width: 14 },
  reason: { heading: (t) => t.fields.reason, kind: 'text', width: 40 },
  expiresAt: { heading: (t) => t.fields.expiresAt, kind: 'moment' },
  decidedAt: { heading: (t) => t.fields.decidedAt, kind: 'moment' },
  deciderName: { heading: (t) => t.fields.decider, kind: 'text', width: 30 },
  deciderCvl: { heading: (t) => t.fields.deciderCvl, kind: 'text', width: 14 },
  onBehalfOfName: { heading: (t) => t.fields.onBehalfOf, kind: 'text', width: 30 },
  decisionReason: { heading: (t) => t.fields.decisionReason, kind: 'text', width: 40 },
}

export const approvalsExport = buildListExportRoute(listApprovals.exportRows, {
  texts: getTexts,
  title: (t) => t.title,
  columns: approvalColumns,
  audited: { action: 'approvals.exported', entity: 'approval' },
  total: async (ctx, { query: { sort: _, direction: __, format: ___, columns: ____, ...filters } }, raw) =>
    (await countApprovals(ctx, filters, raw)).total,
  rows: async (ctx, { query: { format: _, columns: __, ...query } }, raw) => queryAllApprovals(ctx, query, raw),
})
