import {
  checkImport as check,
  discardImport as discard,
  setImportFormat as form,
  getImport,
  submitImport as submit,
  undoImport as undo,
  uploadImport as upload,
} from '#contract/imports.ts'
import type { Feature } from '#server/core/feature.ts'
import { buildRoute, type Route } from '#server/core/routes.ts'
import { checkImport } from './mapped/check-import.ts'
import { importTask, undoImportTask } from './mapped/import-task.ts'
import { importJobs } from './mapped/imports.jobs.ts'
import { importRoutes } from './mapped/imports.list.ts'
import { findImport } from './mapped/imports.queries.ts'
import { discardImport, submitImport, undoImport } from './mapped/submit-import.ts'
import { changeImportFormat, uploadImport } from './mapped/upload-import.ts'

const routes: readonly Route[] = [
  buildRoute(upload, uploadImport),
  buildRoute(getImport, (ctx, { params }) => findImport(ctx, params.importId)),
  buildRoute(form, changeImportFormat),
  buildRoute(check, checkImport),
  buildRoute(submit, submitImport),
  buildRoute(discard, discardImport),
  buildRoute(undo, undoImport),
  ...importRoutes,
]

export const feature: Feature = { routes, tasks: [importTask, undoImportTask], jobs: importJobs }
