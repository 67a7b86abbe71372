import { getStudyProducts, printStudy as print, projectStudy } from '#contract/product-studies.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { studyExport } from './study.export.ts'
import { findStudy, findStudyProducts } from './study.queries.ts'
import { printStudy } from './study-pdf.ts'

const routes: readonly Route[] = [
  serve(getStudyProducts, findStudyProducts),
  serve(projectStudy, findStudy),
  serve(print, printStudy),
  studyExport,
]

export const feature: Feature = { routes }
