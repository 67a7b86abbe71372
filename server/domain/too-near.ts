import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** Of whoever might decide, and of what the change is about: any expression of SQL. */
type Near = { userId: unknown; employeeId: unknown }
type About = Near & { clientId: unknown }

/** The person is one of those that the change is about, or has declared one of them, or was declared by one. */
export const tooNear = (who: Near, about: About) => sql<boolean>`coalesce(
  ${about.userId}::bigint = ${who.userId}::bigint or ${about.employeeId}::bigint = ${who.employeeId}::bigint
  or exists (select from declared_relative r where r.ended_at is null and (
       (r.employee_id = ${who.employeeId} and (r.relative_employee_id = ${about.employeeId} or r.relative_client_id = ${about.clientId}))
       or (r.employee_id = ${about.employeeId} and r.relative_employee_id = ${who.employeeId}))), false)`

export const isTooNear = async (
  db: Kysely<DB>,
  who: { userId: string; employeeId: string | null },
  about: { userId: string | null; employeeId: string | null; clientId: string | null },
): Promise<boolean> => {
  const { rows } = await sql<{ near: boolean }>`select ${tooNear(who, about)} as near`.execute(db)
  return rows[0]!.near
}
