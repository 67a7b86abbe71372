import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { notifyPeople } from '#server/domain/notify-user.ts'

/** So long before a meeting its staff is reminded, in minutes. */
const reminderMinutes = 15

type DueMeeting = { id: string; subject: string; startsAt: string }

/** Marks meetings that begin soon, so that each is told of once however many processes look. */
const takeDueMeetings = async (tx: Kysely<DB>, now: string): Promise<DueMeeting[]> => {
  const { rows } = await sql<DueMeeting>`
    update meeting m set reminded_at = ${now}
     where m.id in (select d.id from meeting d where d.state = 'scheduled' and d.reminded_at is null and d.starts_at > ${now}::timestamptz
                       and d.starts_at <= ${now}::timestamptz + make_interval(mins => ${reminderMinutes}) for update skip locked)
    returning m.id::text, m.subject, to_char(m.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "startsAt"`.execute(
    tx,
  )
  return rows
}

/** Reminds the staff who take part in meetings that begin in the next minutes, but for whoever has declined. */
export const remindAttendees = (db: Kysely<DB>, now: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const { id, subject, startsAt } of await takeDueMeetings(tx, new Date(now).toISOString()))
      await notifyPeople(
        tx,
        sql`p.cvl in (select e.cvl from meeting_attendee a join employee e on e.id = a.employee_id where a.meeting_id = ${id} and a.answer <> 'declined')`,
        { kind: 'meeting.soon', params: { subject, at: startsAt }, link: `/crm/AgendaComercial/reuniones/${id}` },
      )
  })
