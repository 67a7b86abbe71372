import { type Kysely, sql } from 'kysely'
import { defaultLanguageByPrefix } from '#contract/core/languages.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { enqueueJob } from '#server/core/jobs.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import type { EndpointDeps } from '#server/core/routes.ts'
import { isEmailAddress } from '#server/domain/email-address.ts'
import { notifyPeople } from '#server/domain/notify-user.ts'
import { assertWithinRateLimit } from '#server/domain/rate-limit.ts'

/** Each invitation is a reason to look for those that are due: whoever comes first sends them all. */
export const meetingMailJob = { name: 'meetings.mail' } as const

/** So many times in an hour somebody has guests written to, by whatever they do with meetings: nobody makes a mailing of it. */
const invitingLimits = [{ maxCalls: 60, seconds: 3600 }]

type Invitation = {
  meetingId: string
  method: 'request' | 'cancel'
  /** Only these attendees; all but the owner where it isn't said. */
  attendeeIds?: readonly string[]
  /** Others of the same series of which the letter tells too. */
  also?: readonly string[]
  /** It brings the rule, and so all of the series. */
  isWholeSeries?: boolean
  /** What is off since a series repeats otherwise: as what calendars know it, and when; all of it where no time is said. */
  left?: { uid: string; times: readonly string[] }
  at: string
}

type Recipient = {
  clientId: string | null
  email: string | null
  name: string
  idioma: string | null
  isGuest: boolean
}

/**
 * Staff, contacts and clients by the e-mail that they have today, guests by theirs. Nobody writes to a client who has died, and nobody invites one whose
 * data is only kept: they are told alone that a meeting is off.
 */
const findRecipients = async (tx: Kysely<DB>, { meetingId, attendeeIds, method }: Invitation) => {
  const chosen = attendeeIds ? sql`a.id = any(${attendeeIds}::bigint[])` : sql`a.meeting_id = ${meetingId}`
  const { rows } = await sql<Recipient>`
    select a.client_id as "clientId", coalesce(w.email, c.email, x.email, a.email) as email, c.idioma, a.email is not null as "isGuest",
           coalesce(${naturalNameSql('w')}, ${naturalNameSql('c')}, ${naturalNameSql('x')}, a.name) as name
      from meeting_attendee a
      join meeting m on m.id = a.meeting_id
      left join employee w on w.id = a.employee_id
      left join client c on c.id = a.client_id
      left join contact x on x.id = a.contact_id and a.client_id is null
     where ${chosen} and a.employee_id is distinct from m.employee_id and c.block_kind is distinct from 'death'
       and (c.restricted_at is null or ${method === 'cancel'})`.execute(tx)
  return rows.flatMap(({ email, ...person }) => (email && isEmailAddress(email) ? [{ ...person, email }] : []))
}

/**
 * Writes down whom to tell of the meeting as it stands now: in the transaction of what it is about. Refuses with `request.tooMany` whoever has guests
 * written to too often; what they did is then not done.
 */
export const queueInvitations = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  deps: EndpointDeps,
  invitation: Invitation,
): Promise<void> => {
  const { meetingId, method, at, also = [], isWholeSeries = false, left } = invitation
  const recipients = await findRecipients(tx, invitation)
  if (recipients.length === 0) return
  if (recipients.some(({ isGuest }) => isGuest))
    await assertWithinRateLimit(deps, `meeting invitations of ${ctx.prefix} ${ctx.person.userId}`, invitingLimits)
  await tx
    .insertInto('meetingMail')
    .values(
      recipients.map(({ clientId, email, name, idioma }) => ({
        meetingId,
        clientId,
        method,
        sequence: sql<number>`(select m.sequence from meeting m where m.id = ${meetingId})`,
        also: [...also],
        wholeSeries: isWholeSeries,
        ...(left && { leftUid: left.uid, leftAt: [...left.times] }),
        recipient: email,
        name,
        idioma: idioma ?? defaultLanguageByPrefix[ctx.prefix],
        createdAt: at,
        nextAt: at,
      })),
    )
    .execute()
  await enqueueJob(tx, meetingMailJob, meetingId)
}

type MeetingNews = {
  meetingId: string
  kind: 'meeting.invited' | 'meeting.moved' | 'meeting.repeated' | 'meeting.canceled'
  /** Those of the staff; all who take part where it isn't said. */
  employeeIds?: readonly string[]
}

/** Tells colleagues who take part, but for whoever did it. */
export const notifyAttendees = async (
  tx: Kysely<DB>,
  { person }: Ctx,
  { meetingId, kind, employeeIds }: MeetingNews,
): Promise<void> => {
  const { subject, startsAt } = await tx
    .selectFrom('meeting')
    .where('id', '=', meetingId)
    .select([
      'subject',
      sql<string>`to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`.as('startsAt'),
    ])
    .executeTakeFirstOrThrow()
  const staff = employeeIds
    ? sql`select e.cvl from employee e where e.id = any(${employeeIds}::bigint[])`
    : sql`select e.cvl from meeting_attendee a join employee e on e.id = a.employee_id where a.meeting_id = ${meetingId}`
  await notifyPeople(tx, sql`p.cvl in (${staff}) and p.user_id <> ${person.userId}`, {
    kind,
    params: { by: person.fullName, subject, at: startsAt },
    link: `/crm/AgendaComercial/reuniones/${meetingId}`,
  })
}
