import { openThreads, type Threads } from './core/threads.ts'

let shared: Threads | undefined

/** The threads in which what people upload is read: of the whole process, so that its limits hold for all of it. */
export const readingThreads = (): Threads => {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  shared ??= openThreads(new URL(`./reading-worker.${extension}`, import.meta.url))
  return shared
}
