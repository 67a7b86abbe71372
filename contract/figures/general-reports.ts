import { z } from 'zod'
import { defineEndpoint } from '../core/endpoint.ts'
import { exportFormats } from '../core/list.ts'
import { BusinessDate, Id, Money, WholeNumber } from '../core/values.ts'
import { FigureScope, Situation } from '../figures.ts'
import { teamViews } from '../team.ts'
import { captationTypes } from './keys.ts'

const reportQuery = {
  /** The year that runs, unless said. */
  year: WholeNumber(1990, 2100).optional(),
  of: Id.optional(),
  view: z.enum(teamViews).optional(),
}

const CaptationSum = z.object({
  /** New money. */
  gross: Money,
  /** Withdrawn and cancelled: 0 or below. */
  out: Money,
  net: Money,
})

const QuarterCaptation = CaptationSum.extend({
  /** 1 to 4. */
  quarter: z.number().int(),
  type: z.enum(captationTypes),
})
export type QuarterCaptation = z.infer<typeof QuarterCaptation>

export const getGeneralReport = defineEndpoint({
  method: 'GET',
  path: '/general-reports',
  summary: 'Captation of a year by quarter and type, and how its balance came from that of the year before',
  module: 'bt_InformesGenerales',
  action: 'view',
  query: z.object(reportQuery),
  output: z.object({
    scope: FigureScope,
    year: z.number().int(),
    from: BusinessDate,
    /** The end of the year, or today. */
    through: BusinessDate,
    quarters: z.array(QuarterCaptation),
    situation: Situation,
  }),
})

export const generalReportColumns = ['quarter', 'type', 'gross', 'out', 'net'] as const

export const exportGeneralReport = defineEndpoint({
  method: 'GET',
  path: '/general-reports/export',
  summary: 'Captation of a year by quarter and type, as Excel or CSV',
  module: 'bt_InformesGenerales',
  action: 'export',
  query: z.object({ ...reportQuery, format: z.enum(exportFormats) }),
  output: z.unknown(),
})
