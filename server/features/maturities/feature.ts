import { groupOfReason } from '#contract/maturities/reasons.ts'
import {
  getMaturityDesk,
  instructMaturities,
  listMaturities,
  type MaturityReason,
  noteMaturityCall,
  releaseMaturity,
  restoreInstructions as restoreContract,
  summarizeInstructions as summaryContract,
} from '#contract/maturities.ts'
import en from '#locales/en/maturities.ts'
import es from '#locales/es/maturities.ts'
import pt from '#locales/pt/maturities.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { textsIn } from '#server/core/texts.ts'
import { exportList } from '#server/reports/export-list.ts'
import { noteCall, release } from './change-maturities.ts'
import { instruct, restoreInstructions } from './instruct-maturities.ts'
import { allMaturities, countMaturities, findDesk, findMaturities } from './maturities.queries.ts'
import { summarizeInstructions } from './summarize-instructions.ts'

const texts = textsIn({ es, en, pt })

const routes: readonly Route[] = [
  serve(listMaturities.page, (ctx, { query }) => findMaturities(ctx, query)),
  serve(listMaturities.count, (ctx, { query }) => countMaturities(ctx, query)),
  serve(getMaturityDesk, (ctx) => findDesk(ctx)),
  serve(instructMaturities, instruct),
  serve(restoreContract, restoreInstructions),
  serve(summaryContract, summarizeInstructions),
  serve(noteMaturityCall, noteCall),
  serve(releaseMaturity, release),
  exportList(listMaturities.exportRows, {
    texts,
    title: (t) => t.title,
    columns: {
      expiresOn: { heading: (t) => t.fields.expiresOn, kind: 'date' },
      clientName: { heading: (t) => t.fields.client, kind: 'text', width: 36 },
      clientCvl: { heading: (t) => t.fields.cvl, kind: 'text', width: 14 },
      accountNumber: { heading: (t) => t.fields.account, kind: 'text', width: 24 },
      productName: { heading: (t) => t.fields.product, kind: 'text', width: 24 },
      rate: { heading: (t) => t.fields.rate, kind: 'rate', width: 12 },
      balance: { heading: (t) => t.fields.balance, kind: 'money' },
      instruction: {
        heading: (t) => t.fields.instruction,
        kind: 'text',
        width: 28,
        word: (value, t) => (t.instructions as Record<string, string | undefined>)[value],
      },
      reasons: {
        heading: (t) => t.fields.reasons,
        kind: 'text',
        width: 40,
        word: (value, t) =>
          [...new Set((value.split(' ') as MaturityReason[]).map((reason) => t.reasons[groupOfReason(reason)]))].join(
            ' · ',
          ),
      },
      lastCallOn: { heading: (t) => t.fields.lastCallOn, kind: 'date' },
      lastCallNote: { heading: (t) => t.fields.lastCallNote, kind: 'text', width: 40 },
    },
    audited: { action: 'maturities.exported', entity: 'maturity' },
    total: async (ctx, { query: { sort: _, direction: __, format: ___, columns: ____, ...filters } }) =>
      (await countMaturities(ctx, filters)).total,
    rows: async (ctx, { query: { format: _, columns: __, ...query } }) => allMaturities(ctx, query),
  }),
]

export const feature: Feature = { routes }
