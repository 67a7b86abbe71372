import {
  changeProduct as change,
  createProduct as create,
  getProduct,
  setTariff as tariff,
} from '#contract/products.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { changeProduct, createProduct, setTariff } from './change-product.ts'
import { findProduct } from './product.queries.ts'
import { productTask } from './product-task.ts'
import { productRoutes } from './products.list.ts'

const routes: readonly Route[] = [
  ...productRoutes,
  buildRoute(getProduct, findProduct),
  buildRoute(create, createProduct),
  buildRoute(change, changeProduct),
  buildRoute(tariff, setTariff),
]

export const feature: Feature = { routes, tasks: [productTask] }
