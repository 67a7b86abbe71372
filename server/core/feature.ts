import type { ApprovalTask } from './approval-task.ts'
import type { DayReasonSource } from './day-reason.ts'
import type { FeatureJob } from './jobs.ts'
import type { NightlyRun } from './nightly-run.ts'
import type { RecordType } from './record-type.ts'
import type { DayTileSource, Route } from './routes.ts'
import type { SearchSource } from './search-source.ts'
import type { TimelineBranch } from './timeline-branch.ts'

/**
 * What a feature brings to the server, in its `feature.ts`: the calls it answers, the changes of its own that may need a second person, its work
 * between requests, its kinds of record that have the shared panels, those that the search finds, its parts of the page of one's day
 * and its reasons for the list there, its kinds of entry in the timeline of clients, and what it posts of a day after the interest.
 */
export type Feature = {
  routes?: readonly Route[]
  tasks?: readonly ApprovalTask[]
  jobs?: readonly FeatureJob[]
  records?: readonly RecordType[]
  searches?: readonly SearchSource[]
  dayTiles?: readonly DayTileSource[]
  dayReasons?: readonly DayReasonSource[]
  timeline?: readonly TimelineBranch[]
  nightlyRuns?: readonly NightlyRun[]
}
