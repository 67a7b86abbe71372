import { parentPort } from 'node:worker_threads'
import { serveJobs } from './core/threads.ts'
import { readStatementsJob } from './features/bank/read-statements.ts'
import { inspectCsvJob } from './features/imports/mapped/inspect-csv.ts'
import { readRowsJob } from './features/imports/mapped/read-rows.ts'

serveJobs(parentPort!, [readStatementsJob, inspectCsvJob, readRowsJob])
