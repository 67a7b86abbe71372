import * as products from '#contract/external-positions/products.ts'
import * as contract from '#contract/external-positions.ts'
import en from '#locales/en/external-positions.ts'
import es from '#locales/es/external-positions.ts'
import pt from '#locales/pt/external-positions.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import {
  countInstitutionGroups,
  countProductGroups,
  institutionGroupSorts,
  productGroupSorts,
  selectInstitutionGroups,
  selectProductGroups,
} from './external-groups.queries.ts'
import { countPositions, positionSorts, selectPositions } from './external-positions.queries.ts'
import { countExternalProducts, externalProductSorts, selectExternalProducts } from './external-products.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })
const entity = 'externalPosition'

export const externalPositionRoutes = [
  ...buildListRoutes(contract.listExternalPositions, {
    select: selectPositions,
    count: countPositions,
    sortColumns: positionSorts,
    key: 'x.id',
    file: {
      texts: getTexts,
      title: (t) => t.title,
      audited: { action: 'externalPositions.exported', entity },
    },
  }),
  ...buildListRoutes(contract.listExternalByProduct, {
    select: selectProductGroups,
    count: countProductGroups,
    sortColumns: productGroupSorts,
    key: 'id',
    file: {
      texts: getTexts,
      title: (t) => t.byProduct.title,
      audited: { action: 'externalPositions.exported', entity },
    },
  }),
  ...buildListRoutes(contract.listExternalByInstitution, {
    select: selectInstitutionGroups,
    count: countInstitutionGroups,
    sortColumns: institutionGroupSorts,
    key: 'id',
    file: {
      texts: getTexts,
      title: (t) => t.byInstitution.title,
      audited: { action: 'externalPositions.exported', entity },
    },
  }),
  ...buildListRoutes(products.listExternalProducts, {
    select: selectExternalProducts,
    count: countExternalProducts,
    sortColumns: externalProductSorts,
    key: 'ep.id',
    file: {
      texts: getTexts,
      title: (t) => t.catalogue.title,
      audited: { action: 'externalProducts.exported', entity: 'externalProduct' },
    },
  }),
]
