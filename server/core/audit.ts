import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Ctx } from './ctx.ts'

type Event = {
  /** What was done, 'clients.exported'. */
  action: string
  entity: string
  entityId?: string | undefined
  before?: object
  /** Never names, identity numbers or bank accounts in clear. */
  after?: object
}

/** Writes who did what. In the transaction of the change itself, which is what `db` is. */
export const audit = async (db: Kysely<DB>, ctx: Ctx, { before, after, ...event }: Event): Promise<void> => {
  await db
    .insertInto('auditEvent')
    .values({
      ...event,
      userId: ctx.person.userId,
      cvl: ctx.person.cvl,
      actingCvl: ctx.person.actingCvl,
      requestId: ctx.requestId,
      address: ctx.address,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute()
}
