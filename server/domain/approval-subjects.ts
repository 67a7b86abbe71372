import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { naturalNameSql } from '#server/core/person-name.ts'

/** CVL of clients that the approval `a` is about beside the one by whom it is found, as `params.alsoClients` names them. */
const otherClientsSql = sql`string_to_array(a.params ->> 'alsoClients', ', ')`

/** Whom the approval `a` is about: nobody of them, nor their declared relatives, makes or checks it. */
export const approvalSubjectColumns = {
  userId: sql`a.subject_user_id`,
  employeeId: sql`a.subject_employee_id`,
  clientIds: sql`(case when a.params ? 'alsoClients'
    then array[a.subject_client_id] || array(select o.id from client o where o.cvl = any(${otherClientsSql})) else array[a.subject_client_id] end)`,
}

/** Joins to the approval `a` whom it is about: the client `sc` and further clients `also`, else the employee `x`; where neither is named, with whom it lies. */
export const approvalSubjectJoins = sql`
  left join client sc on sc.id = a.subject_client_id
  left join lateral (
    select string_agg(${naturalNameSql('o')}, ', ' order by o.id) as names, string_agg(o.cvl, ', ' order by o.id) as cvls
      from client o where o.cvl = any(${otherClientsSql})) also on a.params ? 'alsoClients'
  left join employee x on x.id = coalesce(a.subject_employee_id,
    case when a.subject_client_id is null and a.subject_user_id is null then a.lies_with_id end)`

/** The member of staff `w` with whom the change `a` lies, and their office. */
export const responsibleEmployeeJoins = sql`left join employee w on w.id = a.lies_with_id left join office wo on wo.id = w.office_id`
export const approvalStateSql = (now: number) =>
  sql<string>`(case when a.state = 'pending' and a.expires_at <= ${new Date(now).toISOString()} then 'expired' else a.state end)::text`

/** 'Nombre Apellidos' of that client, or of all of them, or of the employee; null where it is about neither. */
export const approvalSubjectNameSql = sql<
  string | null
>`coalesce(nullif(concat_ws(', ', ${naturalNameSql('sc')}, also.names), ''), ${naturalNameSql('x')})`

/** Their CVL, in the same order; null where it is about no client. */
export const approvalSubjectCvlSql = sql<string | null>`nullif(concat_ws(', ', sc.cvl, also.cvls), '')`

export type ApprovalSubject = { aboutName: string | null; clientCvl: string | null }
type FoundApprovalSubject = ApprovalSubject & { clientIds: string[]; isOwn: boolean }

/** Whom each of these changes is about, by its id; with the clients among them, and whether that user made or decided it. */
export const findApprovalSubjects = async (
  db: Kysely<DB>,
  approvalIds: readonly string[],
  userId: string,
): Promise<Map<string, FoundApprovalSubject>> => {
  if (approvalIds.length === 0) return new Map()
  const { rows } = await sql<FoundApprovalSubject & { id: string }>`
    select a.id::text as id, ${approvalSubjectNameSql} as about_name, ${approvalSubjectCvlSql} as client_cvl,
           array_remove(${approvalSubjectColumns.clientIds}, null)::text[] as client_ids,
           coalesce(${userId} in (a.made_by, a.decided_by), false) as is_own
      from approval a ${approvalSubjectJoins} where a.id = any(${[...approvalIds]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, ...subject }) => [id, subject]))
}
