import * as contract from '#contract/profitability.ts'
import en from '#locales/en/profitability.ts'
import es from '#locales/es/profitability.ts'
import pt from '#locales/pt/profitability.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countProfitability, profitabilitySorts, selectProfitability } from './profitability.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const profitabilityRoutes = buildListRoutes(contract.listProfitability, {
  select: selectProfitability,
  count: countProfitability,
  sortColumns: profitabilitySorts,
  key: 't.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    remark: async (ctx, { query }, t) => {
      const { unratedAccounts } = await countProfitability(ctx, query)
      return unratedAccounts > 0 ? t.unrated.remark.replace('{{count}}', String(unratedAccounts)) : null
    },
    audited: { action: 'profitability.exported', entity: 'profitability' },
  },
})
