import type { Route } from './serve.ts'
import type { Task } from './task.ts'

/** What a feature brings to the server, in its `feature.ts`: the calls it answers, and the changes of its own that may need a second person. */
export type Feature = { routes?: readonly Route[]; tasks?: readonly Task[] }
