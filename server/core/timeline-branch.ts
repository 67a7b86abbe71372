import type { RawBuilder, SqlBool } from 'kysely'
import type { ModuleKey } from '#contract/permissions.ts'
import type { TimelineKind } from '#contract/timeline.ts'
import type { ApprovalTask } from './approval-task.ts'
import type { Clock } from './clock.ts'
import type { Ctx } from './ctx.ts'
import type { RecordType } from './record-type.ts'

/**
 * What decides the order of entries, newest first. The time is an instant, or a day, which counts from its first moment by the firm's clock.
 * `id` and `line` are whole numbers that tell entries of one kind and time apart; of two branches of one kind, each has a `line` of its own.
 */
export type TimelineOrder = {
  at: RawBuilder<unknown>
  isDay?: true
  id: RawBuilder<unknown>
  line?: RawBuilder<unknown>
}

/** What stands in an entry. Each is null where it is left out. */
type TimelineColumns = {
  /** Its key in the words `timelineEntries` of the kind. */
  what?: RawBuilder<string | null>
  /** Its key in the words `timelineStates` of the kind. */
  state?: RawBuilder<string | null>
  /** What somebody wrote, as whoever sees the entry may read it. */
  text?: RawBuilder<string | null>
  amount?: RawBuilder<string | null>
  accountNumber?: RawBuilder<string | null>
  /** The user who did it. */
  userId?: RawBuilder<string | null>
  /** The page of its record, where the caller may open it. */
  path?: RawBuilder<string | null>
}

/** The rows of a branch: of one client, and of no other. */
export type TimelineRows = TimelineColumns & {
  from: RawBuilder<unknown>
  where: RawBuilder<SqlBool>
  order: TimelineOrder
}

/** What a page asks of every branch; for a branch that has to look at several indexes and bounds each by itself. */
export type TimelinePage = {
  limit: number
  /** True for rows of the page or older, within the days that are asked for. */
  matchesTime: (order: TimelineOrder) => RawBuilder<SqlBool>
  /** True where what is searched for stands in the row. */
  matchesSearch: (columns: Pick<TimelineColumns, 'what' | 'text' | 'accountNumber'>) => RawBuilder<SqlBool>
}

/** What a branch may need beside the request. */
export type TimelineDeps = { tasks: readonly ApprovalTask[]; records: readonly RecordType[]; clock: Clock }

/**
 * A kind of entry in the timeline of clients, as the feature to which it belongs describes it. The timeline orders, bounds, filters and pages
 * what `select` names; an index of (client, time, id) lets it read no more than a page.
 * See docs/decisions/0145-timeline-and-notes.md
 */
export type TimelineBranch = {
  kind: TimelineKind
  /** Whoever may look here sees the entries; `ctx.scopes` is of this right. */
  module: ModuleKey
  /**
   * Who sees an entry: whoever sees the client by the right of the module, or whom the rows of the branch let see it, by a rule of its own.
   * The client is always within the caller's reach.
   */
  seenBy: 'client' | 'ownRule'
  select: (ctx: Ctx, clientId: string, page: TimelinePage, deps: TimelineDeps) => TimelineRows | Promise<TimelineRows>
}
