import { sql } from 'kysely'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Prefix } from '#contract/core/values.ts'
import en from '#locales/en/meeting-mail.ts'
import es from '#locales/es/meeting-mail.ts'
import pt from '#locales/pt/meeting-mail.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { type ComposedMail, type MailPart, renderMail, toSingleLine } from '#server/core/mail/mail-layout.ts'
import type { MailDeps } from '#server/core/mail/send-mail.ts'
import { type MailQueue, retryDelaysSeconds, sendMailQueue } from '#server/core/mail/send-queue.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import type { DatabaseAccess } from '#server/core/tenancy.ts'
import { buildTextsGetter, fillPlaceholders, localeByLanguage } from '#server/core/texts.ts'
import { getClientLanguage } from '#server/domain/document-language.ts'
import { maskEmail } from '#server/domain/mask-identifiers.ts'
import { buildInvitation, type CalendarMeeting } from './meeting-ics.ts'
import { findSeriesEvents } from './series-events.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export type MeetingMailDeps = {
  tenant: DatabaseAccess
  prefix: Prefix
  clock: () => number
  mail: MailDeps
  replyAddress: string | undefined
}

type MeetingMailRow = {
  id: string
  meeting_id: string
  method: 'request' | 'cancel'
  sequence: number
  recipient: string
  name: string
  idioma: string
  also: string[]
  whole_series: boolean
  left_uid: string | null
  left_at: string[]
  created_at: string
  attempts: number
}
type InvitedMeeting = CalendarMeeting & {
  seriesId: string | null
  /** When the series ends, where the letter brings all of it. */
  lastAt: string | null
  ownerName: string
  ownerEmail: string
}

const takeNextSql = `
  update meeting_mail set attempts = attempts + 1, next_at = $1::timestamptz + make_interval(secs => ($2::int[])[least(attempts + 1, $3::int)])
   where id = (select id from meeting_mail where next_at <= $1::timestamptz order by next_at, id limit 1 for update skip locked)
  returning id, meeting_id, method, sequence, recipient, name, idioma, also, whole_series, left_uid, left_at, created_at, attempts`

/** The meeting of which a letter tells, and others of its series by the same uid: their calendars know them as occurrences of that. */
const findMeetings = async (
  { tenant: { db } }: MeetingMailDeps,
  { meeting_id, also, whole_series }: MeetingMailRow,
): Promise<[InvitedMeeting, ...InvitedMeeting[]]> => {
  const { rows } = await sql<InvitedMeeting>`
    select coalesce(r.uid, m.uid)::text as uid, m.sequence, m.starts_at as "startsAt", m.ends_at as "endsAt", m.subject, m.place, m.link,
           m.state = 'canceled' as "isCanceled", m.series_at as "recurrenceAt", m.series_id::text as "seriesId",
           case when ${whole_series} then (select max(o.starts_at) from meeting o where o.series_id = m.series_id and o.state <> 'canceled') end as "lastAt",
           ${naturalNameSql('e')} as "ownerName", e.email as "ownerEmail"
      from meeting m join employee e on e.id = m.employee_id left join meeting_series r on r.id = m.series_id
     where m.id = any(${[meeting_id, ...also]}::bigint[]) order by m.id <> ${meeting_id}::bigint, m.id`.execute(db)
  return rows as [InvitedMeeting, ...InvitedMeeting[]]
}

/** What was of a series of before, each as long as the meeting is, or that series altogether. */
const listLeft = (
  { sequence, startsAt, endsAt, ...meeting }: InvitedMeeting,
  { left_uid, left_at, sequence: sentSequence }: MeetingMailRow,
): CalendarMeeting[] => {
  const length = Date.parse(endsAt) - Date.parse(startsAt)
  const base = { ...meeting, uid: left_uid!, sequence: sentSequence, recurrenceAt: null }
  if (left_at.length === 0) return [{ ...base, startsAt, endsAt }]
  return left_at.map((at) => ({
    ...base,
    startsAt: at,
    endsAt: new Date(Date.parse(at) + length).toISOString(),
    recurrenceAt: at,
  }))
}

/** The whole series as its recipient has it: the meetings in which they take part. */
const findWholeSeries = ({ tenant: { db } }: MeetingMailDeps, seriesId: string, recipient: string) =>
  findSeriesEvents(
    db,
    [seriesId],
    sql<boolean>`exists (
      select from meeting_attendee a
        left join employee w on w.id = a.employee_id left join client c on c.id = a.client_id
        left join contact x on x.id = a.contact_id and a.client_id is null
       where a.meeting_id = m.id and lower(coalesce(w.email, c.email, x.email, a.email)) = lower(${recipient}))`,
  )

/** What the calendar of a letter says. */
const listEvents = async (
  deps: MeetingMailDeps,
  row: MeetingMailRow,
  meetings: readonly [InvitedMeeting, ...InvitedMeeting[]],
): Promise<readonly CalendarMeeting[]> => {
  const [meeting] = meetings
  if (row.left_uid !== null) return listLeft(meeting, row)
  if (!row.whole_series || meeting.seriesId === null) return meetings
  return findWholeSeries(deps, meeting.seriesId, row.recipient)
}

const chooseWords = ({ method, sequence }: MeetingMailRow, t: ReturnType<typeof getTexts>): [string, string] => {
  if (method === 'cancel') return [t.canceled.subject, t.canceled.intro]
  return sequence > 0 ? [t.changed.subject, t.changed.intro] : [t.invited.subject, t.invited.intro]
}

/** The words around it: when by the firm's clock, where, and who invites. Nothing of what the staff noted. */
const composeInvitation = (row: MeetingMailRow, meeting: InvitedMeeting, prefix: Prefix): ComposedMail => {
  const idioma = getClientLanguage(row.idioma, prefix)
  const t = getTexts(idioma)
  const { timeZone } = tenantFacts[prefix]
  const day = new Intl.DateTimeFormat(localeByLanguage[idioma], { dateStyle: 'full', timeZone })
  const time = new Intl.DateTimeFormat(localeByLanguage[idioma], { timeStyle: 'short', hourCycle: 'h23', timeZone })
  const from = new Date(meeting.startsAt)
  const to = new Date(meeting.endsAt)
  const values = { subject: meeting.subject, name: row.name, owner: meeting.ownerName }
  const fill = (text: string): string => fillPlaceholders(text, values)
  const [subject, intro] = chooseWords(row, t)
  const facts: (readonly [string, string])[] = [
    [t.letter.when, `${day.format(from)}, ${time.format(from)}–${time.format(to)}`],
    ...(meeting.lastAt ? ([[t.letter.last, day.format(new Date(meeting.lastAt))]] as const) : []),
    ...(meeting.place ? ([[t.letter.place, meeting.place]] as const) : []),
    [t.letter.organizer, meeting.ownerName],
  ]
  const parts: MailPart[] = [
    { text: fill(t.letter.greeting) },
    { text: fill(intro) },
    { facts },
    ...(meeting.link && row.method === 'request' ? [{ link: meeting.link, label: t.letter.join }] : []),
  ]
  return renderMail(idioma, fill(subject), parts)
}

const buildMeetingMailQueue = (deps: MeetingMailDeps): MailQueue<MeetingMailRow> => {
  const { tenant, prefix, clock, mail } = deps
  const { db } = tenant
  /** What is over is kept by the audit alone. */
  const end = (row: MeetingMailRow, state: 'sent' | 'failed', failure: string | null) =>
    db.transaction().execute(async (tx) => {
      await tx.deleteFrom('meetingMail').where('id', '=', row.id).execute()
      await recordAuditEvent(tx, null, {
        action: `meetingMail.${state}`,
        entity: 'meeting',
        entityId: row.meeting_id,
        after: { recipient: maskEmail(row.recipient), ...(failure && { failure }) },
      })
    })
  return {
    take: async (now) =>
      (
        await tenant.queryPrepared<MeetingMailRow>('take meeting mail', takeNextSql, [
          now,
          retryDelaysSeconds,
          retryDelaysSeconds.length,
        ])
      )[0],
    post: async (row, signal) => {
      const meetings = await findMeetings(deps, row)
      const [meeting] = meetings
      // A newer one tells of the same meeting; whoever was taken out of it hears of that whatever became of it.
      if (row.method === 'request' && row.sequence < meeting.sequence) return { never: 'superseded' }
      const events = await listEvents(deps, row, meetings)
      // Nothing of the series is left for whoever was to be told.
      if (events.length === 0) return { never: 'superseded' }
      const calendar = buildInvitation({
        method: row.method,
        meetings: events,
        // Calendars answer whoever organizes: where answers are read, that is the mailbox.
        organizer: { name: meeting.ownerName, email: deps.replyAddress ?? meeting.ownerEmail },
        attendee: { name: row.name, email: row.recipient },
        now: clock(),
      })
      await mail.deliver(
        {
          id: `${prefix}-m${row.id}`,
          createdAt: row.created_at,
          name: toSingleLine(row.name),
          recipient: row.recipient,
          calendar: { method: row.method, content: calendar },
          ...composeInvitation(row, meeting, prefix),
        },
        signal,
      )
      return 'sent'
    },
    sent: (row) => end(row, 'sent', null),
    never: (row, reason) => end(row, 'failed', reason),
    failed: async (row, reason, givenUp) => {
      const attempt = Math.min(row.attempts, retryDelaysSeconds.length + 1)
      mail.onFailure({ mailId: `${prefix}-m${row.id}`, attempt, reason, givenUp })
      if (givenUp) await end(row, 'failed', reason)
      else
        await tenant.queryPrepared('meeting mail failed', 'update meeting_mail set error = $2 where id = $1', [
          row.id,
          reason,
        ])
    },
  }
}

/** Sends the invitations of a prefix that are due, one after the other. Any number of processes may do so at once. */
export const sendInvitations = (deps: MeetingMailDeps, signal: AbortSignal): Promise<void> =>
  sendMailQueue(buildMeetingMailQueue(deps), deps.clock, signal)
