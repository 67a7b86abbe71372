import * as entries from '#contract/accounting/entries.ts'
import * as taxes from '#contract/accounting/taxes.ts'
import en from '#locales/en/taxes.ts'
import es from '#locales/es/taxes.ts'
import pt from '#locales/pt/taxes.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countTaxSummaries, findTaxSummaries, queryAllTaxSummaries } from './tax.queries.ts'
import { countTaxesOwed, selectTaxesOwed, taxOwedSorts } from './tax-owed.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const taxRoutes = [
  ...buildListRoutes(taxes.listTaxSummaries, {
    findPage: findTaxSummaries,
    selectAll: queryAllTaxSummaries,
    count: countTaxSummaries,
    file: {
      texts: getTexts,
      title: (t) => t.title,
      audited: { action: 'taxSummaries.exported', entity: 'ledger' },
    },
  }),
  ...buildListRoutes(entries.listOwedTaxes, {
    select: selectTaxesOwed,
    count: countTaxesOwed,
    sortColumns: taxOwedSorts,
    key: 'o.id',
    file: {
      texts: getTexts,
      title: (t) => t.owed.title,
      audited: { action: 'taxesOwed.exported', entity: 'ledger' },
    },
  }),
]
