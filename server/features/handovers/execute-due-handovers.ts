import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { auditHandover, notifyStaff, workerAuditOrigin } from './audit-and-notify.ts'
import { executeHandover, isReceiverEligible } from './execute-handover.ts'
import { type LockedHandover, lockHandover } from './lock-handover.ts'

type BusinessTime = { today: string; now: number }

/** Whoever was to receive has left: it comes to nothing, and its proposer is told. */
const failHandover = async (tx: Kysely<DB>, handover: LockedHandover, now: number): Promise<void> => {
  const { id, toName, clients, proposedBy } = handover
  const endedAt = new Date(now).toISOString()
  await tx.updateTable('handover').set({ state: 'failed', endedAt }).where('id', '=', id).execute()
  await auditHandover(tx, workerAuditOrigin, {
    id,
    action: 'handover.failed',
    before: { state: 'accepted' },
    after: { state: 'failed' },
  })
  await notifyStaff(
    tx,
    { handoverId: id, kind: 'handover.failed', params: { clients: String(clients), name: toName } },
    { staffIds: [], userId: proposedBy, but: null },
  )
}

/** The next one whose day has come, in a transaction of its own; one that another process has in hand is left to it. */
const executeNextHandover = (
  db: Kysely<DB>,
  { today, now }: BusinessTime,
  excludedIds: readonly string[],
): Promise<string | undefined> =>
  db.transaction().execute(async (tx) => {
    const next = await tx
      .selectFrom('handover')
      .select('id')
      .where('state', '=', 'accepted')
      .where('effectiveOn', '<=', today)
      .$if(excludedIds.length > 0, (rows) => rows.where('id', 'not in', [...excludedIds]))
      .orderBy('effectiveOn')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!next) return undefined
    const handover = (await lockHandover(tx, next.id))!
    try {
      if (await isReceiverEligible(tx, handover))
        await executeHandover(tx, handover, { trace: workerAuditOrigin, today, now })
      else await failHandover(tx, handover, now)
    } catch (error) {
      throw new HandoverExecutionError(next.id, error)
    }
    return next.id
  })

class HandoverExecutionError extends Error {
  readonly id: string
  constructor(id: string, cause: unknown) {
    super(`handover ${id} not carried out`, { cause })
    this.id = id
  }
}

/** Carries out what was accepted and whose day has come. One that fails stops no other, and is to be tried again; answers how many did. */
export const executeDueHandovers = async (
  db: Kysely<DB>,
  time: BusinessTime,
  onError: (error: unknown) => void,
): Promise<number> => {
  const failed: string[] = []
  for (;;) {
    try {
      if ((await executeNextHandover(db, time, failed)) === undefined) return failed.length
    } catch (error) {
      if (!(error instanceof HandoverExecutionError)) throw error
      failed.push(error.id)
      onError(error)
    }
  }
}
