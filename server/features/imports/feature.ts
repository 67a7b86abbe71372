import {
  checkImport as check,
  discardImport as discard,
  formImport as form,
  getImport,
  listImportedRows,
  listImportFaults,
  listImports,
  submitImport as submit,
  undoImport as undo,
  uploadImport as upload,
} from '#contract/imports.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { checkImport } from './mapped/check-import.ts'
import { importTask, undoTask } from './mapped/import-task.ts'
import { countRows, findRows } from './mapped/imported-rows.queries.ts'
import { importExports } from './mapped/imports.export.ts'
import { importJobs } from './mapped/imports.jobs.ts'
import { countFaults, countImports, findFaults, findImport, findImports } from './mapped/imports.queries.ts'
import { discardImport, submitImport, undoImport } from './mapped/submit-import.ts'
import { formImport, uploadImport } from './mapped/upload-import.ts'

const routes: readonly Route[] = [
  serve(upload, uploadImport),
  serve(listImports.page, (ctx, { query }) => findImports(ctx, query)),
  serve(listImports.count, (ctx, { query }) => countImports(ctx, query)),
  serve(getImport, (ctx, { params }) => findImport(ctx, params.importId)),
  serve(form, formImport),
  serve(check, checkImport),
  serve(submit, submitImport),
  serve(discard, discardImport),
  serve(undo, undoImport),
  serve(listImportFaults.page, findFaults),
  serve(listImportFaults.count, countFaults),
  serve(listImportedRows.page, findRows),
  serve(listImportedRows.count, countRows),
  ...importExports,
]

export const feature: Feature = { routes, tasks: [importTask, undoTask], jobs: importJobs }
