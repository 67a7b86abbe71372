import {
  checkImport as check,
  discardImport as discard,
  formImport as form,
  getImport,
  submitImport as submit,
  undoImport as undo,
  uploadImport as upload,
} from '#contract/imports.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { checkImport } from './mapped/check-import.ts'
import { importTask, undoTask } from './mapped/import-task.ts'
import { importJobs } from './mapped/imports.jobs.ts'
import { importRoutes } from './mapped/imports.list.ts'
import { findImport } from './mapped/imports.queries.ts'
import { discardImport, submitImport, undoImport } from './mapped/submit-import.ts'
import { formImport, uploadImport } from './mapped/upload-import.ts'

const routes: readonly Route[] = [
  serve(upload, uploadImport),
  serve(getImport, (ctx, { params }) => findImport(ctx, params.importId)),
  serve(form, formImport),
  serve(check, checkImport),
  serve(submit, submitImport),
  serve(discard, discardImport),
  serve(undo, undoImport),
  ...importRoutes,
]

export const feature: Feature = { routes, tasks: [importTask, undoTask], jobs: importJobs }
