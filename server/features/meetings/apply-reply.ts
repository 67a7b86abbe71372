import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import { notifyEmployee } from '#server/domain/notify-employee.ts'
import type { CalendarReply } from './parse-reply.ts'

type AnsweredAttendee = {
  id: string
  meetingId: string
  ownerId: string
  name: string
  subject: string
  startsAt: string
}

/** As invitations name a meeting; undefined for what is none of ours. */
const readUid = (uid: string): string | undefined =>
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@atalaya$/i.exec(uid.trim())?.[1]

/**
 * The places of that attendee in planned meetings that an answer is about: the meeting, one occurrence of the series, or all that are still planned.
 * An answer for a time that the meeting no longer has says nothing, nor does one that was given before another.
 */
const findAnswered = async (
  tx: Kysely<DB>,
  uid: string,
  { attendee, recurrenceAt, startsAt, stampedAt }: CalendarReply,
): Promise<AnsweredAttendee[]> => {
  const { rows } = await sql<AnsweredAttendee>`
    select a.id::text, m.id::text as "meetingId", m.employee_id::text as "ownerId", m.subject,
           coalesce(${naturalNameSql('w')}, ${naturalNameSql('c')}, ${naturalNameSql('x')}, a.name) as name,
           to_char(m.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "startsAt"
      from meeting m
      join meeting_attendee a on a.meeting_id = m.id and a.starts_at = m.starts_at and a.employee_id is distinct from m.employee_id
      left join meeting_series r on r.id = m.series_id
      left join employee w on w.id = a.employee_id
      left join client c on c.id = a.client_id
      left join contact x on x.id = a.contact_id and a.client_id is null
     where (m.uid = ${uid}::uuid and m.series_id is null and (${startsAt}::timestamptz is null or m.starts_at = ${startsAt}::timestamptz)
            or r.uid = ${uid}::uuid and ${recurrenceAt}::timestamptz is null
               and (${startsAt}::timestamptz is null or coalesce(r.starts_at, (select min(o.series_at) from meeting o where o.series_id = r.id)) = ${startsAt}::timestamptz)
            or r.uid = ${uid}::uuid and m.series_at = ${recurrenceAt}::timestamptz
               and (${startsAt}::timestamptz is null or m.starts_at = ${startsAt}::timestamptz))
       and m.state = 'scheduled'
       and lower(coalesce(w.email, c.email, x.email, a.email)) = ${attendee}
       and (a.answered_at is null or ${stampedAt}::timestamptz is null or a.answered_at <= ${stampedAt}::timestamptz)
     order by m.starts_at, m.id for no key update of a`.execute(tx)
  return rows
}

const chooseKind = ({ answer, proposed }: CalendarReply) =>
  proposed ? 'meeting.proposed' : answer ? (`meeting.${answer}` as const) : null

/**
 * Writes down what an attendee answered by e-mail, and tells the owner of the meeting, once for a series. The letter has to come from the attendee's
 * own address. Answers whether it was one of this firm's meetings.
 */
export const applyReply = async (
  tx: Kysely<DB>,
  { reply, sender, now }: { reply: CalendarReply; sender: string; now: string },
): Promise<boolean> => {
  const uid = readUid(reply.uid)
  const kind = chooseKind(reply)
  if (uid === undefined || kind === null || sender !== reply.attendee) return false
  const answered = await findAnswered(tx, uid, reply)
  const [first] = answered
  if (!first) return false
  const { answer, proposed, comment, stampedAt } = reply
  // Whoever's clock runs ahead doesn't keep a later answer out.
  const answeredAt = stampedAt !== null && stampedAt < now ? stampedAt : now
  await sql`
    update meeting_attendee a
       set answer = coalesce(${answer}::attendee_answer, a.answer), answered_at = ${answeredAt}, comment = ${comment},
           proposed_starts_at = ${proposed?.startsAt ?? null}, proposed_ends_at = ${proposed?.endsAt ?? null}
     where a.id = any(${answered.map(({ id }) => id)}::bigint[])`.execute(tx)
  await recordAuditEvent(tx, null, {
    action: 'meeting.answered',
    entity: 'meeting',
    entityId: first.meetingId,
    after: { ...(answer && { state: answer }), count: answered.length },
  })
  await notifyEmployee(tx, first.ownerId, {
    kind,
    params: { by: first.name, subject: first.subject, at: proposed?.startsAt ?? first.startsAt },
    link: `/crm/AgendaComercial/reuniones/${first.meetingId}`,
  })
  return true
}
