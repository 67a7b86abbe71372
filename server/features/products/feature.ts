import * as contract from '#contract/products.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { changeProduct, createProduct, setTariff } from './change-product.ts'
import { productTile } from './day-tile.ts'
import { findProduct } from './product.queries.ts'
import { productTask } from './product-task.ts'
import { productRoutes } from './products.list.ts'

const routes: readonly Route[] = [
  ...productRoutes,
  buildRoute(contract.getProduct, findProduct),
  buildRoute(contract.createProduct, createProduct),
  buildRoute(contract.changeProduct, changeProduct),
  buildRoute(contract.setTariff, setTariff),
]

export const feature: Feature = { dayTiles: [productTile], routes, tasks: [productTask] }
