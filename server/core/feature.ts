import type { ApprovalTask } from './approval-task.ts'
import type { Job } from './jobs.ts'
import type { RecordType } from './record-type.ts'
import type { Route } from './routes.ts'

/**
 * What a feature brings to the server, in its `feature.ts`: the calls it answers, the changes of its own that may need a second person, its work
 * between requests, and its kinds of record that have the shared panels.
 */
export type Feature = {
  routes?: readonly Route[]
  tasks?: readonly ApprovalTask[]
  jobs?: readonly Job[]
  records?: readonly RecordType[]
}
