import type { Kysely } from 'kysely'
import type { ApprovalTaskName } from '#contract/approvals.ts'
import type { ModuleKey } from '#contract/permissions.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from './ctx.ts'

/** Whoever carries out a change: the maker where nobody has to check it, the checker otherwise. */
export type Actor = Pick<Ctx, 'person' | 'businessDate' | 'prefix' | 'requestId' | 'address'>

/**
 * A change that may need a second person, told by the feature it belongs to. Methods, so that one list holds tasks of any payload.
 * See docs/decisions/0032-second-person-approvals.md
 */
export type ApprovalTask<N extends ApprovalTaskName = ApprovalTaskName, P extends object = object> = {
  name: N
  /** Whoever may approve in this module decides, for those whom their scope holds. */
  module: ModuleKey
  /** Asks the decider for a second factor, where they have one. */
  secondFactor: boolean
  /**
   * Opens a door for what comes after it: decided by somebody of direction, or by two others who may approve where direction has only its
   * maker. A single change of a task that isn't says so itself: `guarded` of `Change`.
   */
  guarded?: true
  /**
   * Of a guarded task: who decides it alone beside direction, whatever their rights. `self`: the member of staff with whom it lies. `line`: they, or
   * whoever is above them.
   */
  soleDecider?: 'self' | 'line'
  /** Where the record of such a change is looked at, as a path of ours; and the client whom it is about. */
  getRecordPath?: (entityId: string | null, clientId: string | null) => string | null
  /**
   * Does it, in the transaction of the decision, and audits what was done. Refuses with `approval.changedSince` where what it was made on
   * is no longer so: what was checked is what happens, or nothing. `now` is the clock's, in milliseconds.
   */
  carryOut(
    tx: Kysely<DB>,
    doer: Actor,
    change: { payload: P; approvalId: string | null; makerId: string; now: number },
  ): Promise<void>
  /** Tells the feature's own record that nothing will come of it. */
  discardChange?(
    tx: Kysely<DB>,
    change: { payload: P; approvalId: string },
    state: 'rejected' | 'withdrawn' | 'expired',
  ): Promise<void>
  /**
   * Brings the feature's own record back to where it waited, when a rejection is taken back a short while later. Refuses where that is no
   * longer possible. A task with `discardChange` and without this has rejections that are final.
   */
  restoreChange?(tx: Kysely<DB>, actor: Actor, change: { payload: P; approvalId: string; now: number }): Promise<void>
}
