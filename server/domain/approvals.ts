import { type Kysely, sql } from 'kysely'
import type { ChangeFacts } from '#contract/all-fields.ts'
import {
  type ApprovalTaskName,
  approvalExpiryDays,
  type ParamsOfTask,
  type ProposalResult,
} from '#contract/approvals.ts'
import type { DB } from '#db/types.ts'
import type { Actor, ApprovalTask } from '#server/core/approval-task.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { defineStatement } from '#server/core/prepared-statement.ts'
import { readStoredJson } from '#server/core/stored-json.ts'
import { hasConflictOfInterest } from './conflict-of-interest.ts'
import { notifyEligibleApprovers } from './notify-eligible-approvers.ts'
import { findPaymentDestinationId, paymentTaskNames } from './payment-destination.ts'

/** A change as its maker wants it. Nobody of `about` makes or checks it, nor do their declared relatives. */
export type ChangeProposal<N extends ApprovalTaskName = ApprovalTaskName, P extends object = object> = {
  payload: P
  reason: string
  entity: string
  entityId?: string | undefined
  /** What the text of the task names. */
  params: ParamsOfTask<N>
  before?: ChangeFacts | undefined
  after?: ChangeFacts | undefined
  /** Stands in the audit in place of `before` and `after`, where those hold what may not be written there. */
  audited?: { before?: object | undefined; after?: object | undefined }
  about?: {
    userId?: string | null | undefined
    employeeId?: string | null | undefined
    clientId?: string | null | undefined
    /** Where it is about several clients, all of them: the first is the one by whom it is found. */
    clientIds?: readonly string[]
  }
  /** The member of staff with whom it lies: themselves, or whoever may approve for them. Nobody: only who may approve for all. */
  assigneeId?: string | null
  /** Waits for a second person even where the firm wants none for the task. */
  always?: boolean
  /**
   * Decided as a guarded task is (`Task.guarded`), though not every change of its task is: what makes a product, for example.
   * `propose(tx, ctx, productTask, { ...change, guarded: true }, now)` is all it takes.
   */
  guarded?: boolean
}

const disabledTasksKey = 'approval.off'
const approvalSecondFactorKey = 'approval.secondFactor'

const findSetting = defineStatement('setting', (db, { key }: { key: string }) =>
  db.selectFrom('setting').select('value').where('key', '=', key).compile(),
)

/** Whether whoever approves what asks for a second factor has to have one. A firm that never said anything wants it. */
export const isSecondFactorRequired = async (db: Kysely<DB>): Promise<boolean> => {
  const [row] = await findSetting(db, { key: approvalSecondFactorKey })
  return (row?.value as unknown) !== false
}

/** Has a second factor needed of whoever approves from now on, or not. */
export const setSecondFactorRequired = async (db: Kysely<DB>, needed: boolean): Promise<void> => {
  const value = JSON.stringify(needed)
  await db
    .insertInto('setting')
    .values({ key: approvalSecondFactorKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, changedAt: sql`now()` }))
    .execute()
}

/** Tasks that this firm does without a second person. */
export const findDisabledTasks = async (db: Kysely<DB>): Promise<ApprovalTaskName[]> => {
  const [row] = await findSetting(db, { key: disabledTasksKey })
  return readStoredJson<ApprovalTaskName[]>(row?.value ?? [])
}

/** Takes a task to be done without, or with, a second person from now on. */
export const setDisabledTasks = async (db: Kysely<DB>, tasks: readonly ApprovalTaskName[]): Promise<void> => {
  const value = JSON.stringify([...new Set(tasks)].sort())
  await db
    .insertInto('setting')
    .values({ key: disabledTasksKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, changedAt: sql`now()` }))
    .execute()
}

const sendApprovalLock = defineStatement('lock approval', (db, { approvalId }: { approvalId: string }) =>
  db.selectFrom('approval').select('id').where('id', '=', approvalId).forUpdate().compile(),
)

/** The change is nobody else's until the transaction ends. Before what it is about: all who take both take them in this order. */
export const lockApproval = async (tx: Kysely<DB>, approvalId: string | null): Promise<void> => {
  if (approvalId) await sendApprovalLock(tx, { approvalId })
}

/** What it was about is given up by whoever may: nobody is asked for their word on it any more. The caller has locked it. */
export const endApproval = async (tx: Kysely<DB>, ctx: Actor, approvalId: string, now: number): Promise<void> => {
  const { userId, cvl } = ctx.person
  const ended = await tx
    .updateTable('approval')
    .set({ state: 'withdrawn', decidedAt: new Date(now).toISOString(), decidedBy: userId, decidedCvl: cvl })
    .where('id', '=', approvalId)
    .where('state', '=', 'pending')
    .returning(['task', 'params'])
    .executeTakeFirst()
  if (!ended) return
  const { task, params } = ended
  await recordAuditEvent(tx, ctx, {
    action: 'approval.withdrawn',
    entity: 'approval',
    entityId: approvalId,
    before: { state: 'pending' },
    after: { state: 'withdrawn', task, ...(params as object) },
  })
}

/** All clients that a change is about, each once. */
const listChangeClients = ({ about }: Pick<ChangeProposal, 'about'>): string[] => [
  ...new Set([...(about?.clientId ? [about.clientId] : []), ...(about?.clientIds ?? [])]),
]

/** As `approvalSubjectColumns` reads them. */
const findClientCvls = async (tx: Kysely<DB>, clientIds: readonly string[]): Promise<string> => {
  const rows = await tx.selectFrom('client').where('id', 'in', clientIds).select('cvl').orderBy('id').execute()
  return rows.map(({ cvl }) => cvl).join(', ')
}

const dayMs = 86_400_000

/** Which bank account a change would pay stands in what is carried out: paid is what was shown, whatever becomes of the client's accounts meanwhile. */
const savePaymentDestination = async (tx: Kysely<DB>, approvalId: string): Promise<void> => {
  const destinationId = await findPaymentDestinationId(tx, approvalId)
  await tx
    .updateTable('approval')
    .set({ payload: sql`payload || jsonb_build_object('destinationId', ${destinationId}::text)` })
    .where('id', '=', approvalId)
    .execute()
}

/**
 * The one way to make a change that a task is about, in the maker's transaction: carried out at once where the firm wants no second
 * person for it, else written down to wait for one. Throws `approval.ownRecord` for whoever is too near to what it is about, and
 * `approval.nobody` where nobody else could ever decide it.
 */
export const proposeForApproval = async <N extends ApprovalTaskName, P extends object>(
  tx: Kysely<DB>,
  ctx: Actor,
  task: ApprovalTask<N, P>,
  change: ChangeProposal<N, P>,
  now: number,
): Promise<ProposalResult> => {
  const { person } = ctx
  const { userId = null, employeeId = null } = change.about ?? {}
  const clientIds = listChangeClients(change)
  const [clientId = null, ...others] = clientIds
  const params = { ...change.params, ...(others.length > 0 && { alsoClients: await findClientCvls(tx, others) }) }
  if (await hasConflictOfInterest(tx, person, { userId, employeeId, clientIds }, ctx.businessDate))
    throw buildRefusal('approval.ownRecord')
  if (!change.always && (await findDisabledTasks(tx)).includes(task.name)) {
    await task.carryOut(tx, ctx, { payload: change.payload, approvalId: null, makerId: person.userId, now })
    return { state: 'done', approvalId: null }
  }
  const guarded = task.guarded === true || change.guarded === true
  const { id } = await tx
    .insertInto('approval')
    .values({
      task: task.name,
      entity: change.entity,
      entityId: change.entityId ?? null,
      subjectUserId: userId,
      subjectEmployeeId: employeeId,
      subjectClientId: clientId,
      liesWithId: change.assigneeId ?? null,
      params: JSON.stringify(params),
      before: change.before ? JSON.stringify(change.before) : null,
      after: change.after ? JSON.stringify(change.after) : null,
      payload: JSON.stringify(change.payload),
      reason: change.reason,
      guarded,
      madeBy: person.userId,
      madeCvl: person.cvl,
      madeActingCvl: person.actingCvl,
      madeAt: new Date(now).toISOString(),
      expiresAt: new Date(now + approvalExpiryDays * dayMs).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (paymentTaskNames.includes(task.name)) await savePaymentDestination(tx, id)
  const { before, after } = change.audited ?? change
  await recordAuditEvent(tx, ctx, {
    action: 'approval.proposed',
    entity: 'approval',
    entityId: id,
    ...(before && { before }),
    after: { task: task.name, ...params, ...after, reason: change.reason },
  })
  if (!(await notifyEligibleApprovers(tx, ctx, task, { id, params, guarded }))) throw buildRefusal('approval.nobody')
  return { state: 'pending', approvalId: id }
}
