import type { DayReasonKind } from '#contract/my-day/reasons.ts'
import type { DayReason } from '#contract/my-day.ts'
import type { ModuleKey } from '#contract/permissions.ts'
import type { ApprovalTask } from './approval-task.ts'
import type { Clock } from './clock.ts'
import type { Ctx } from './ctx.ts'

/** Whom a reason is about: a client or a contact, one row of the list. */
export type DayPerson = {
  kind: 'client' | 'contact'
  id: string
  name: string
  cvl: string | null
  phone: string | null
  /** Null where the caller doesn't see them. */
  path: string | null
}

/** A reason as its feature knows it; what it leaves out is null. `isPressing`: somebody said that it is. */
export type DayReasonRow = Pick<DayReason, 'id' | 'path'> &
  Partial<Omit<DayReason, 'id' | 'path' | 'key' | 'kind'>> & { person: DayPerson | null; isPressing?: boolean }

/** Of one kind nobody does more in a day, so that no list of a day counts all that there is. */
export const maxReasonsOfKind = 50

/** What the list of a day needs of the process: the morning's e-mail is made outside of any call. */
export type DayDeps = { tasks: readonly ApprovalTask[]; clock: Clock; dayReasons: readonly DayReasonSource[] }

/** Reasons for the list of one's day, as the feature to which they belong declares them. Keeps to `ctx.scopes`. */
export type DayReasonSource = {
  kind: DayReasonKind
  /** Whoever may look here has these reasons, of what is their own. */
  module: ModuleKey
  /** `employeeId`: whose day it is. The most pressing first, at most `maxReasonsOfKind`. */
  find: (ctx: Ctx, employeeId: string, deps: DayDeps) => Promise<readonly DayReasonRow[]>
}
