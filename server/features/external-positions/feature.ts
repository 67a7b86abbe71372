import * as products from '#contract/external-positions/products.ts'
import * as contract from '#contract/external-positions.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { addPosition } from './add-position.ts'
import { changePosition } from './change-position.ts'
import { addProduct, changeProduct, setProductClosed } from './change-product.ts'
import { closePosition, reopenPosition } from './close-position.ts'
import { findPosition, findPositionOptions } from './external-position.queries.ts'
import { externalPositionRoutes } from './external-positions.list.ts'
import { recordPositionValue, removeValue } from './record-position-value.ts'

const routes: readonly Route[] = [
  ...externalPositionRoutes,
  buildRoute(contract.getExternalPositionOptions, findPositionOptions),
  buildRoute(contract.getExternalPosition, findPosition),
  buildRoute(contract.addExternalPosition, addPosition),
  buildRoute(contract.changeExternalPosition, changePosition),
  buildRoute(contract.valueExternalPosition, recordPositionValue),
  buildRoute(contract.removeExternalValue, removeValue),
  buildRoute(contract.closeExternalPosition, closePosition),
  buildRoute(contract.reopenExternalPosition, reopenPosition),
  buildRoute(products.addExternalProduct, addProduct),
  buildRoute(products.changeExternalProduct, changeProduct),
  buildRoute(products.setExternalProductClosed, setProductClosed),
]

export const feature: Feature = { routes }
