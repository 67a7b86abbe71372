import { type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { type LinkedMessage, notifyPeople } from './notify-user.ts'

/** Notifies a member of staff, if they sign in to this firm: in the transaction of what it is about. */
export const notifyEmployee = (tx: Kysely<DB>, employeeId: string, message: LinkedMessage): Promise<void> =>
  notifyPeople(tx, sql<SqlBool>`p.cvl = (select e.cvl from employee e where e.id = ${employeeId})`, message)
