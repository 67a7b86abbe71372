import type { RecordType } from './record-type.ts'
import type { Route } from './serve.ts'
import type { Task } from './task.ts'

/**
 * What a feature brings to the server, in its `feature.ts`: the calls it answers, the changes of its own that may need a second person, and its
 * kinds of record that have the shared panels.
 */
export type Feature = { routes?: readonly Route[]; tasks?: readonly Task[]; records?: readonly RecordType[] }
