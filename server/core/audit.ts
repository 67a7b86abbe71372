import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Doer } from './task.ts'

type Event = {
  /** What was done, 'clients.exported'. */
  action: string
  entity: string
  entityId?: string | undefined
  before?: object
  /** Never names, identity numbers or bank accounts in clear. */
  after?: object
}

/** Writes who did what; without a `ctx` it was a job. In the transaction of the change itself, which is what `db` is. */
export const audit = async (db: Kysely<DB>, ctx: Doer | null, { before, after, ...event }: Event): Promise<void> => {
  await db
    .insertInto('auditEvent')
    .values({
      ...event,
      userId: ctx?.person.userId ?? null,
      cvl: ctx?.person.cvl ?? null,
      actingCvl: ctx?.person.actingCvl ?? null,
      requestId: ctx?.requestId ?? null,
      address: ctx?.address ?? null,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute()
}
