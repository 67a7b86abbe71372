import { openThreads, type Threads } from './threads.ts'

let shared: Threads | undefined

/** The threads in which what people upload is read: of the whole process, so that its limits hold for all of it. */
export const readingThreads = (): Threads => {
  // Beside the bundle's parts, or a floor above the sources of this one.
  const worker = import.meta.url.endsWith('.ts') ? '../reading-worker.ts' : './reading-worker.js'
  shared ??= openThreads(new URL(worker, import.meta.url))
  return shared
}
