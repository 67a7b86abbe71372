import { parentPort } from 'node:worker_threads'
import { serveThreadJobs } from './core/worker-threads.ts'
import { inspectEmailJob } from './domain/inspect-email.ts'
import { inspectPdfJob } from './domain/inspect-pdf.ts'
import { readStatementsJob } from './features/bank/read-statements.ts'
import { inspectTableJob } from './features/imports/mapped/inspect-table.ts'
import { readFaultRowsJob } from './features/imports/mapped/read-fault-rows.ts'
import { readImportRowsJob } from './features/imports/mapped/read-rows.ts'

serveThreadJobs(parentPort!, [
  readFaultRowsJob,
  readStatementsJob,
  inspectTableJob,
  readImportRowsJob,
  inspectPdfJob,
  inspectEmailJob,
])
