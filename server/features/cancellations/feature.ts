import * as contract from '#contract/cancellations.ts'
import en from '#locales/en/cancellations.ts'
import es from '#locales/es/cancellations.ts'
import pt from '#locales/pt/cancellations.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { textsIn } from '#server/core/texts.ts'
import { exportList } from '#server/reports/export-list.ts'
import {
  allCancellations,
  countCancellations,
  findCancellationOptions,
  findCancellations,
  findRetention,
} from './cancellation.queries.ts'
import { cancellationTask } from './cancellation-task.ts'
import { estimateCancellation } from './estimate-cancellation.ts'
import { executeCancellation } from './execute-cancellation.ts'
import { noteRetention } from './note-retention.ts'
import { findCancellation } from './quote.queries.ts'
import { quoteCancellation } from './quote-cancellation.ts'
import { printQuote } from './quote-pdf.ts'

const texts = textsIn({ es, en, pt })

const { listCancellations } = contract

const routes: readonly Route[] = [
  serve(listCancellations.page, (ctx, { query }) => findCancellations(ctx, query)),
  serve(listCancellations.count, (ctx, { query }) => countCancellations(ctx, query)),
  serve(contract.cancellationOptions, (ctx) => findCancellationOptions(ctx)),
  serve(contract.getRetention, findRetention),
  serve(contract.getCancellation, findCancellation),
  serve(contract.printCancellation, printQuote),
  serve(contract.estimateCancellation, estimateCancellation),
  serve(contract.quoteCancellation, quoteCancellation),
  serve(contract.executeCancellation, executeCancellation),
  serve(contract.noteRetention, noteRetention),
  exportList(listCancellations.exportRows, {
    texts,
    title: (t) => t.title,
    columns: {
      quotedOn: { heading: (t) => t.fields.quotedOn, kind: 'date' },
      state: {
        heading: (t) => t.fields.state,
        kind: 'text',
        width: 14,
        word: (value, t) => (t.states as Record<string, string | undefined>)[value],
      },
      clientName: { heading: (t) => t.fields.client, kind: 'text', width: 36 },
      clientCvl: { heading: (t) => t.fields.cvl, kind: 'text', width: 14 },
      accountNumber: { heading: (t) => t.fields.account, kind: 'text', width: 24 },
      productName: { heading: (t) => t.fields.product, kind: 'text', width: 24 },
      managerName: { heading: (t) => t.fields.manager, kind: 'text', width: 28 },
      reasonName: { heading: (t) => t.fields.reason, kind: 'text', width: 30 },
      lastOffer: {
        heading: (t) => t.fields.lastOffer,
        kind: 'text',
        width: 20,
        word: (value, t) => (t.offers as Record<string, string | undefined>)[value],
      },
      capital: { heading: (t) => t.fields.capital, kind: 'money' },
      penalty: { heading: (t) => t.fields.penalty, kind: 'money' },
      net: { heading: (t) => t.fields.net, kind: 'money' },
    },
    audited: { action: 'cancellations.exported', entity: 'cancellation' },
    total: async (ctx, { query: { sort: _, direction: __, format: ___, columns: ____, ...filters } }) =>
      (await countCancellations(ctx, filters)).total,
    rows: async (ctx, { query: { format: _, columns: __, ...query } }) => allCancellations(ctx, query),
  }),
]

export const feature: Feature = { routes, tasks: [cancellationTask] }
