import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { fullNameSql } from '#server/core/person-name.ts'

/** The handover, locked: whatever is done with it is done once. */
export const lockHandover = (tx: Kysely<DB>, id: string) =>
  tx
    .selectFrom('handover as h')
    .innerJoin('employee as to', 'to.id', 'h.toId')
    .select(['h.id', 'h.role', 'h.toId', 'h.fromIds', 'h.clients', 'h.effectiveOn', 'h.state', 'h.proposedBy'])
    .select(['h.takesContacts', 'h.proposerId', 'h.acceptedBy', 'h.acceptedAt', 'h.doneAt', 'to.cvl as toCvl'])
    .select(fullNameSql('to').as('toName'))
    .where('h.id', '=', id)
    .forUpdate('h')
    .executeTakeFirst()
export type LockedHandover = NonNullable<Awaited<ReturnType<typeof lockHandover>>>
