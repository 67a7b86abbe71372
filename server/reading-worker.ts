import { parentPort } from 'node:worker_threads'
import { serveThreadJobs } from './core/worker-threads.ts'
import { readStatementsJob } from './features/bank/read-statements.ts'
import { inspectCsvJob } from './features/imports/mapped/inspect-csv.ts'
import { readImportRowsJob } from './features/imports/mapped/read-rows.ts'

serveThreadJobs(parentPort!, [readStatementsJob, inspectCsvJob, readImportRowsJob])
