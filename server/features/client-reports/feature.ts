import * as contract from '#contract/client-reports.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { exportReports } from './export-reports.ts'
import { fileReport } from './file-report.ts'
import { printReport } from './print-report.ts'
import { reportBranch } from './timeline-branch.ts'

const routes: readonly Route[] = [
  buildRoute(contract.printClientReport, printReport),
  buildRoute(contract.fileClientReport, fileReport),
  buildRoute(contract.exportClientReports, exportReports),
]

export const feature: Feature = { routes, timeline: [reportBranch] }
