import { openWorkerThreads, type WorkerThreads } from './worker-threads.ts'

let sharedThreads: WorkerThreads | undefined

/** The threads in which what people upload is read: of the whole process, so that its limits hold for all of it. */
export const getFileReadingThreads = (): WorkerThreads => {
  // Beside the bundle's parts, or a floor above the sources of this one.
  const worker = import.meta.url.endsWith('.ts') ? '../reading-worker.ts' : './reading-worker.js'
  sharedThreads ??= openWorkerThreads(new URL(worker, import.meta.url))
  return sharedThreads
}
