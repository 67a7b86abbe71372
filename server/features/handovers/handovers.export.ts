import type { z } from 'zod'
import { type HandoverRow, listHandoverClients, listHandovers } from '#contract/handovers.ts'
import en from '#locales/en/handovers.ts'
import es from '#locales/es/handovers.ts'
import pt from '#locales/pt/handovers.ts'
import { textsIn } from '#server/core/texts.ts'
import { type ExportColumn, exportList } from '#server/reports/export-list.ts'
import { allHandovers, countHandovers } from './handover.queries.ts'
import { allHandoverClients, countHandoverClients } from './handover-clients.queries.ts'

const texts = textsIn({ es, en, pt })
type Texts = ReturnType<typeof texts>
type Columns<Row> = Partial<Record<keyof Row & string, ExportColumn<Texts>>>
type ClientRow = z.output<typeof listHandoverClients.row>

const wordOf = (words: (t: Texts) => object) => (value: string, t: Texts) =>
  (words(t) as Record<string, string | undefined>)[value]

const columns: Columns<HandoverRow> = {
  proposedAt: { heading: (t) => t.fields.proposedAt, kind: 'moment' },
  state: { heading: (t) => t.fields.state, kind: 'text', width: 16, word: wordOf((t) => t.states) },
  effectiveOn: { heading: (t) => t.fields.effectiveOn, kind: 'date' },
  role: { heading: (t) => t.fields.role, kind: 'text', width: 14, word: wordOf((t) => t.roles) },
  fromName: { heading: (t) => t.fields.from, kind: 'text', width: 30 },
  givers: { heading: (t) => t.fields.givers, kind: 'integer' },
  toName: { heading: (t) => t.fields.to, kind: 'text', width: 30 },
  clients: { heading: (t) => t.fields.clients, kind: 'integer' },
  capital: { heading: (t) => t.fields.capital, kind: 'money' },
  proposerName: { heading: (t) => t.fields.proposer, kind: 'text', width: 30 },
  doneAt: { heading: (t) => t.fields.doneAt, kind: 'moment' },
}

const clientColumns: Columns<ClientRow> = {
  cvl: { heading: (t) => t.fields.cvl, kind: 'text', width: 14 },
  fullName: { heading: (t) => t.fields.client, kind: 'text', width: 36 },
  fromName: { heading: (t) => t.fields.from, kind: 'text', width: 30 },
  capital: { heading: (t) => t.fields.capital, kind: 'money' },
  outcome: { heading: (t) => t.fields.outcome, kind: 'text', width: 20, word: wordOf((t) => t.outcomes) },
}

export const handoverExports = [
  exportList(listHandovers.exportRows, {
    texts,
    title: (t) => t.title,
    columns,
    audited: { action: 'handovers.exported', entity: 'handover' },
    total: async (ctx, { query: { sort: _, direction: __, format: ___, columns: ____, ...filters } }) =>
      (await countHandovers(ctx, filters)).total,
    rows: async (ctx, { query: { format: _, columns: __, ...query } }) => allHandovers(ctx, query),
  }),
  exportList(listHandoverClients.exportRows, {
    texts,
    title: (t) => t.clients.title,
    columns: clientColumns,
    audited: { action: 'handoverClients.exported', entity: 'handover', entityId: ({ params }) => params.handoverId },
    total: async (ctx, { params, query: { outcome } }) =>
      (await countHandoverClients(ctx, { params, query: { outcome }, body: undefined })).total,
    rows: async (ctx, { params: { handoverId }, query: { format: _, columns: __, ...query } }) =>
      allHandoverClients(ctx, handoverId, query),
  }),
]
