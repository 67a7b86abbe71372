import * as generalReports from '#contract/figures/general-reports.ts'
import * as monthCaptation from '#contract/figures/month-captation.ts'
import * as productStudy from '#contract/figures/product-study.ts'
import * as summaries from '#contract/figures/summaries.ts'
import * as summaryMail from '#contract/figures/summary-mail.ts'
import * as contract from '#contract/figures.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute } from '#server/core/routes.ts'
import { findAmountSummary } from './amount-summary.ts'
import { findDailySummary } from './daily-summary.ts'
import { figureFileRoutes } from './figure-files.ts'
import { findFigureGroups, findProductHistory, findSituation } from './figure-groups.queries.ts'
import { printFigure } from './figure-pdf.ts'
import { figureRowRoutes } from './figure-rows.list.ts'
import { findDashboard, findFigure } from './figures.queries.ts'
import { findGeneralReport, generalReportExport } from './general-report.ts'
import { findMonthCaptation, monthCaptationRoutes } from './month-captation.ts'
import { findProductFigures } from './product-study.ts'
import { productStudyExport } from './product-study-file.ts'
import { sendSummary } from './send-summary.ts'
import { figureJobs } from './summary-mail.jobs.ts'
import { findSummaryReceivers } from './summary-receivers.ts'
import { teamStudyRoutes } from './team-study.ts'

export const feature: Feature = {
  jobs: figureJobs,
  routes: [
    buildRoute(contract.getDashboard, findDashboard),
    buildRoute(contract.getProductHistory, findProductHistory),
    buildRoute(contract.getSituation, findSituation),
    buildRoute(contract.getFigure, findFigure),
    buildRoute(contract.getFigureGroups, findFigureGroups),
    buildRoute(contract.printFigure, printFigure),
    buildRoute(generalReports.getGeneralReport, findGeneralReport),
    generalReportExport,
    buildRoute(productStudy.getProductFigures, findProductFigures),
    productStudyExport,
    ...teamStudyRoutes,
    buildRoute(monthCaptation.getMonthCaptation, findMonthCaptation),
    ...monthCaptationRoutes,
    buildRoute(summaries.getAmountSummary, findAmountSummary),
    buildRoute(summaryMail.listSummaryReceivers, findSummaryReceivers),
    buildRoute(summaryMail.sendDailySummary, sendSummary),
    buildRoute(summaries.getDailySummary, findDailySummary),
    ...figureRowRoutes,
    ...figureFileRoutes,
  ],
}
