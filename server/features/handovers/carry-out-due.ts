import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { carryOut, isReceiverThere, type Locked, lockHandover } from './carry-out.ts'
import { auditHandover, byWorker, tellStaff } from './tell.ts'

type When = { today: string; now: number }

/** Whoever was to receive has left: it comes to nothing, and its proposer is told. */
const fail = async (tx: Kysely<DB>, handover: Locked, now: number): Promise<void> => {
  const { id, toName, clients, proposedBy } = handover
  const endedAt = new Date(now).toISOString()
  await tx.updateTable('handover').set({ state: 'failed', endedAt }).where('id', '=', id).execute()
  await auditHandover(tx, byWorker, {
    id,
    action: 'handover.failed',
    before: { state: 'accepted' },
    after: { state: 'failed' },
  })
  await tellStaff(
    tx,
    { handoverId: id, kind: 'handover.failed', params: { clients: String(clients), name: toName } },
    { staffIds: [], userId: proposedBy, but: null },
  )
}

/** The next one whose day has come, in a transaction of its own; one that another process has in hand is left to it. */
const carryOutNext = (db: Kysely<DB>, { today, now }: When, but: readonly string[]): Promise<string | undefined> =>
  db.transaction().execute(async (tx) => {
    const next = await tx
      .selectFrom('handover')
      .select('id')
      .where('state', '=', 'accepted')
      .where('effectiveOn', '<=', today)
      .$if(but.length > 0, (rows) => rows.where('id', 'not in', [...but]))
      .orderBy('effectiveOn')
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!next) return undefined
    const handover = (await lockHandover(tx, next.id))!
    try {
      if (await isReceiverThere(tx, handover)) await carryOut(tx, handover, { trace: byWorker, today, now })
      else await fail(tx, handover, now)
    } catch (error) {
      throw new NotCarriedOut(next.id, error)
    }
    return next.id
  })

class NotCarriedOut extends Error {
  readonly id: string
  constructor(id: string, cause: unknown) {
    super(`handover ${id} not carried out`, { cause })
    this.id = id
  }
}

/** Carries out what was accepted and whose day has come. One that fails stops no other, and is to be tried again; answers how many did. */
export const carryOutDue = async (db: Kysely<DB>, when: When, onError: (error: unknown) => void): Promise<number> => {
  const failed: string[] = []
  for (;;) {
    try {
      if ((await carryOutNext(db, when, failed)) === undefined) return failed.length
    } catch (error) {
      if (!(error instanceof NotCarriedOut)) throw error
      failed.push(error.id)
      onError(error)
    }
  }
}
