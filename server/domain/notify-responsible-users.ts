import { type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { type LinkedMessage, notifyPeople } from './notify-user.ts'

/** Notifies those who answer for the firm's books: administrators and direction, whoever of them can sign in. */
export const notifyResponsibleUsers = (tx: Kysely<DB>, message: LinkedMessage): Promise<void> =>
  notifyPeople(tx, sql<SqlBool>`p.role in ('admin', 'direction')`, message)
