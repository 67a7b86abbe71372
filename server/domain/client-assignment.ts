import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'

/** Who a client is, and the manager with whom what is decided about them lies. */
export const findClientAssignment = (tx: Kysely<DB>, clientId: string) =>
  tx
    .selectFrom('clientList as l')
    .innerJoin('client', 'client.id', 'l.clientId')
    .where('l.clientId', '=', clientId)
    .select(['l.managerId', 'client.cvl'])
    .executeTakeFirstOrThrow()
