import * as records from '#contract/imports/records.ts'
import * as contract from '#contract/imports.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { checkImport } from './mapped/check-import.ts'
import { decideDuplicates } from './mapped/decide-duplicates.ts'
import { sendFaultSheet } from './mapped/fault-sheet.ts'
import { importTask, undoImportTask } from './mapped/import-task.ts'
import { importJobs } from './mapped/imports.jobs.ts'
import { importRoutes } from './mapped/imports.list.ts'
import { findImport } from './mapped/imports.queries.ts'
import { discardImport, submitImport, undoImport } from './mapped/submit-import.ts'
import { changeImportFormat, uploadImport } from './mapped/upload-import.ts'

const routes: readonly Route[] = [
  buildRoute(contract.uploadImport, uploadImport),
  buildRoute(contract.getImport, (ctx, { params }) => findImport(ctx, params.importId)),
  buildRoute(contract.setImportFormat, changeImportFormat),
  buildRoute(contract.checkImport, checkImport),
  buildRoute(records.decideDuplicates, decideDuplicates),
  buildRoute(records.getImportFaultSheet, sendFaultSheet),
  buildRoute(contract.submitImport, submitImport),
  buildRoute(contract.discardImport, discardImport),
  buildRoute(contract.undoImport, undoImport),
  ...importRoutes,
]

export const feature: Feature = { routes, tasks: [importTask, undoImportTask], jobs: importJobs }
