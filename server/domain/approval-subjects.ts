import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'

/** Joins to the approval `a` whom it is about: the client `sc`, else the employee `x`; where neither is named, with whom it lies. */
export const subjectJoins = sql`
  left join client sc on sc.id = a.subject_client_id
  left join employee x on x.id = coalesce(a.subject_employee_id,
    case when a.subject_client_id is null and a.subject_user_id is null then a.lies_with_id end)`

/** 'Nombre Apellidos' of that client or employee; null where it is about neither. */
export const subjectName = sql<
  string | null
>`coalesce(trim(sc.name || ' ' || sc.surname), trim(x.name || ' ' || x.surname))`

export type ApprovalSubject = { aboutName: string | null; clientCvl: string | null }

/** Whom each of these changes is about, by its id. */
export const findApprovalSubjects = async (
  db: Kysely<DB>,
  approvalIds: readonly string[],
): Promise<Map<string, ApprovalSubject>> => {
  if (approvalIds.length === 0) return new Map()
  const { rows } = await sql<ApprovalSubject & { id: string }>`
    select a.id::text as id, ${subjectName} as about_name, sc.cvl as client_cvl
      from approval a ${subjectJoins} where a.id = any(${[...approvalIds]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, ...subject }) => [id, subject]))
}

/** Names and CVL of these clients, by their id. */
export const findClientNames = async (
  db: Kysely<DB>,
  clientIds: readonly string[],
): Promise<Map<string, ApprovalSubject>> => {
  if (clientIds.length === 0) return new Map()
  const { rows } = await sql<ApprovalSubject & { id: string }>`
    select sc.id::text as id, trim(sc.name || ' ' || sc.surname) as about_name, sc.cvl as client_cvl
      from client sc where sc.id = any(${[...clientIds]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, ...subject }) => [id, subject]))
}
