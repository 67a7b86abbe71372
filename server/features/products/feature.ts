import {
  changeProduct as change,
  createProduct as create,
  getProduct,
  listProducts,
  setTariff as tariff,
} from '#contract/products.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { changeProduct, createProduct, setTariff } from './change-product.ts'
import { countProducts, findProduct, findProducts } from './product.queries.ts'
import { productTask } from './product-task.ts'
import { productsExport } from './products.export.ts'

const routes: readonly Route[] = [
  serve(listProducts.page, (ctx, { query }) => findProducts(ctx, query)),
  serve(listProducts.count, (ctx, { query }) => countProducts(ctx, query)),
  productsExport,
  serve(getProduct, findProduct),
  serve(create, createProduct),
  serve(change, changeProduct),
  serve(tariff, setTariff),
]

export const feature: Feature = { routes, tasks: [productTask] }
