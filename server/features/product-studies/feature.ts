import * as contract from '#contract/product-studies.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { calculateStudy, findStudyProducts } from '#server/domain/product-studies.ts'
import { studyExport } from './study.export.ts'
import { printStudy } from './study-pdf.ts'

const routes: readonly Route[] = [
  buildRoute(contract.getStudyProducts, findStudyProducts),
  buildRoute(contract.projectStudy, (ctx, { body }) => calculateStudy(ctx, body)),
  buildRoute(contract.printStudy, printStudy),
  studyExport,
]

export const feature: Feature = { routes }
