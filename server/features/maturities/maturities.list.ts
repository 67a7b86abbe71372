import { getReasonGroup } from '#contract/maturities/reasons.ts'
import { listMaturities, type MaturityReason } from '#contract/maturities.ts'
import en from '#locales/en/maturities.ts'
import es from '#locales/es/maturities.ts'
import pt from '#locales/pt/maturities.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildCodeTextGetter } from '#server/reports/code-text.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countMaturities, maturitySorts, selectMaturities, selectMaturitiesForFile } from './maturities.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const maturityRoutes = buildListRoutes(listMaturities, {
  select: selectMaturities,
  selectForFile: selectMaturitiesForFile,
  count: countMaturities,
  sortColumns: maturitySorts,
  key: 'a.id',
  file: {
    texts: getTexts,
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
        word: buildCodeTextGetter((t) => t.instructions),
      },
      reasons: {
        heading: (t) => t.fields.reasons,
        kind: 'text',
        width: 40,
        word: (value, t) =>
          [...new Set((value.split(' ') as MaturityReason[]).map((reason) => t.reasons[getReasonGroup(reason)]))].join(
            ' · ',
          ),
      },
      lastCallOn: { heading: (t) => t.fields.lastCallOn, kind: 'date' },
      lastCallNote: { heading: (t) => t.fields.lastCallNote, kind: 'text', width: 40 },
    },
    audited: { action: 'maturities.exported', entity: 'maturity' },
  },
})
