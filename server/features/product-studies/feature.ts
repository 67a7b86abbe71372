import { getStudyProducts, printStudy as print, projectStudy } from '#contract/product-studies.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, buildRoute } from '#server/core/routes.ts'
import { studyExport } from './study.export.ts'
import { projectStudyOfBody, findStudyProducts } from './study.queries.ts'
import { printStudy } from './study-pdf.ts'

const routes: readonly Route[] = [
  buildRoute(getStudyProducts, findStudyProducts),
  buildRoute(projectStudy, projectStudyOfBody),
  buildRoute(print, printStudy),
  studyExport,
]

export const feature: Feature = { routes }
