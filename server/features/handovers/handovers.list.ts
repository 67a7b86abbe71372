import type { z } from 'zod'
import { type HandoverRow, listHandoverClients, listHandovers } from '#contract/handovers.ts'
import en from '#locales/en/handovers.ts'
import es from '#locales/es/handovers.ts'
import pt from '#locales/pt/handovers.ts'
import { textsIn } from '#server/core/texts.ts'
import type { ExportColumn } from '#server/reports/export-list.ts'
import { serveList } from '#server/reports/serve-list.ts'
import { wordOf } from '#server/reports/word-of.ts'
import { countHandovers, handoverSorts, selectHandovers, selectHandoversForFile } from './handover.queries.ts'
import { countHandoverClients, handoverClientSorts, selectHandoverClients } from './handover-clients.queries.ts'

const texts = textsIn({ es, en, pt })
type Texts = ReturnType<typeof texts>
type Columns<Row> = Partial<Record<keyof Row & string, ExportColumn<Texts>>>
type ClientRow = z.output<typeof listHandoverClients.row>

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

export const handoverRoutes = [
  ...serveList(listHandovers, {
    select: selectHandovers,
    selectForFile: selectHandoversForFile,
    count: countHandovers,
    sortColumns: handoverSorts,
    key: 'h.id',
    file: { texts, title: (t) => t.title, columns, audited: { action: 'handovers.exported', entity: 'handover' } },
  }),
  ...serveList(listHandoverClients, {
    select: selectHandoverClients,
    count: countHandoverClients,
    sortColumns: handoverClientSorts,
    key: 'c.client_id',
    file: {
      texts,
      title: (t) => t.clients.title,
      columns: clientColumns,
      audited: { action: 'handoverClients.exported', entity: 'handover', entityId: ({ params }) => params.handoverId },
    },
  }),
]
