import type { z } from 'zod'
import { type HandoverRow, listHandoverClients, listHandovers } from '#contract/handovers.ts'
import en from '#locales/en/handovers.ts'
import es from '#locales/es/handovers.ts'
import pt from '#locales/pt/handovers.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildCodeTextGetter } from '#server/reports/code-text.ts'
import type { ExportColumn } from '#server/reports/export-list.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countHandovers, handoverSorts, selectHandovers, selectHandoversForFile } from './handover.queries.ts'
import { countHandoverClients, handoverClientSorts, selectHandoverClients } from './handover-clients.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })
type Texts = ReturnType<typeof getTexts>
type ExportColumns<Row> = Partial<Record<keyof Row & string, ExportColumn<Texts>>>
type HandoverClientRow = z.output<typeof listHandoverClients.row>

const handoverColumns: ExportColumns<HandoverRow> = {
  proposedAt: { heading: (t) => t.fields.proposedAt, kind: 'moment' },
  state: { heading: (t) => t.fields.state, kind: 'text', width: 16, word: buildCodeTextGetter((t) => t.states) },
  effectiveOn: { heading: (t) => t.fields.effectiveOn, kind: 'date' },
  role: { heading: (t) => t.fields.role, kind: 'text', width: 14, word: buildCodeTextGetter((t) => t.roles) },
  fromName: { heading: (t) => t.fields.from, kind: 'text', width: 30 },
  givers: { heading: (t) => t.fields.givers, kind: 'integer' },
  toName: { heading: (t) => t.fields.to, kind: 'text', width: 30 },
  clients: { heading: (t) => t.fields.clients, kind: 'integer' },
  capital: { heading: (t) => t.fields.capital, kind: 'money' },
  proposerName: { heading: (t) => t.fields.proposer, kind: 'text', width: 30 },
  doneAt: { heading: (t) => t.fields.doneAt, kind: 'moment' },
}

const handoverClientColumns: ExportColumns<HandoverClientRow> = {
  cvl: { heading: (t) => t.fields.cvl, kind: 'text', width: 14 },
  fullName: { heading: (t) => t.fields.client, kind: 'text', width: 36 },
  fromName: { heading: (t) => t.fields.from, kind: 'text', width: 30 },
  capital: { heading: (t) => t.fields.capital, kind: 'money' },
  outcome: { heading: (t) => t.fields.outcome, kind: 'text', width: 20, word: buildCodeTextGetter((t) => t.outcomes) },
}

export const handoverRoutes = [
  ...buildListRoutes(listHandovers, {
    select: selectHandovers,
    selectForFile: selectHandoversForFile,
    count: countHandovers,
    sortColumns: handoverSorts,
    key: 'h.id',
    file: {
      texts: getTexts,
      title: (t) => t.title,
      columns: handoverColumns,
      audited: { action: 'handovers.exported', entity: 'handover' },
    },
  }),
  ...buildListRoutes(listHandoverClients, {
    select: selectHandoverClients,
    count: countHandoverClients,
    sortColumns: handoverClientSorts,
    key: 'c.client_id',
    file: {
      texts: getTexts,
      title: (t) => t.clients.title,
      columns: handoverClientColumns,
      audited: { action: 'handoverClients.exported', entity: 'handover', entityId: ({ params }) => params.handoverId },
    },
  }),
]
