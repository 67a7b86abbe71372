import * as contract from '#contract/products.ts'
import en from '#locales/en/products.ts'
import es from '#locales/es/products.ts'
import pt from '#locales/pt/products.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countProducts, productSorts, selectProducts } from './product.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const productRoutes = buildListRoutes(contract.listProducts, {
  select: selectProducts,
  count: countProducts,
  sortColumns: productSorts,
  key: 'p.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    audited: { action: 'products.exported', entity: 'product' },
  },
})
