import * as contract from '#contract/personal-data.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { sendPersonalData } from './export-personal-data.ts'

export const feature: Feature = { routes: [buildRoute(contract.exportPersonalData, sendPersonalData)] }
