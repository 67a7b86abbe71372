import {
  changeProduct as change,
  createProduct as create,
  getProduct,
  setTariff as tariff,
} from '#contract/products.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { changeProduct, createProduct, setTariff } from './change-product.ts'
import { findProduct } from './product.queries.ts'
import { productTask } from './product-task.ts'
import { productRoutes } from './products.list.ts'

const routes: readonly Route[] = [
  ...productRoutes,
  serve(getProduct, findProduct),
  serve(create, createProduct),
  serve(change, changeProduct),
  serve(tariff, setTariff),
]

export const feature: Feature = { routes, tasks: [productTask] }
