import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { buildRefusal } from '#server/core/errors.ts'
import {
  auditAgendaRows,
  type ContactMove,
  commandLineUserId,
  lockStagedContacts,
  moveContacts,
} from '../agenda/audit-rows.ts'
import type { ImportRunContext, ImportUndoContext, UndoObstacle } from '../mapped/import-handler-types.ts'
import { saveStagedRows } from '../mapped/staged-rows.ts'
import { applyHeldReviews } from './review-stages.ts'

type WrittenMeeting = { meetingId: string; contactId: string | null; clientId: string | null; day: string }

/** Meetings with their owner and whom they are about as attendees. Nobody is invited or told. */
const insertMeetings = async ({ tx, userId }: ImportRunContext): Promise<WrittenMeeting[]> => {
  const maker = sql`${userId ?? commandLineUserId}::bigint`
  const { rows } = await sql<WrittenMeeting>`
    with given as materialized (
      select r.line, gen_random_uuid() as uid, (r.fields ->> 'contactId')::bigint as contact_id, r.client_id, (r.fields ->> 'ownerId')::bigint as employee_id,
             r.fields ->> 'state' as state, r.fields
        from import_check r where not r.known
    ), made as (
      insert into meeting (uid, employee_id, contact_id, client_id, stage, subject, place, link, note, starts_at, ends_at, state, stage_before, next_review_on,
                           closed_at, closed_by, result, created_at, created_by)
      select g.uid, g.employee_id, g.contact_id, g.client_id, (g.fields ->> 'stage')::meeting_stage, g.fields ->> 'subject', g.fields ->> 'place',
             g.fields ->> 'link', g.fields ->> 'note', (g.fields ->> 'startsAt')::timestamptz, (g.fields ->> 'endsAt')::timestamptz, g.state::meeting_state,
             g.fields ->> 'stageBefore', (g.fields ->> 'nextReviewOn')::date, case when g.state <> 'scheduled' then now() end,
             case when g.state <> 'scheduled' then ${maker} end, g.fields ->> 'result', now(), ${maker}
        from given g order by g.line
      returning id, uid, starts_at
    ), written as (
      select m.id, m.starts_at, g.* from made m join given g on g.uid = m.uid
    ), attended as (
      insert into meeting_attendee (meeting_id, starts_at, employee_id, contact_id, client_id, answer)
      select w.id, w.starts_at, w.employee_id, null::bigint, null::bigint, 'accepted'::attendee_answer from written w
      union all
      select w.id, w.starts_at, null, w.contact_id, w.client_id, 'pending' from written w where num_nonnulls(w.contact_id, w.client_id) > 0
    ), kept as (
      update import_check r set fields = r.fields || jsonb_build_object('meetingId', w.id::text) from written w where w.line = r.line
    )
    select w.id::text as "meetingId", w.contact_id::text as "contactId", w.client_id::text as "clientId", w.fields ->> 'meetingOn' as day
      from written w order by w.id`.execute(tx)
  return rows
}

/** Writes the meetings of the fresh rows; reviews that were held take their contacts further. */
export const writeMeetings = async (run: ImportRunContext): Promise<void> => {
  const { tx, importId, progress } = run
  await lockStagedContacts(tx)
  await moveContacts(run, await applyHeldReviews(run))
  const meetings = await insertMeetings(run)
  await auditAgendaRows(
    run,
    meetings.map(({ day, ...about }) => ({ action: 'meeting.created', ...about, after: { day } })),
  )
  await saveStagedRows(tx, importId)
  await progress(meetings.length)
}

/** Meetings that somebody has changed, moved, closed or reopened since. */
export const findMeetingObstacles = async ({ tx, importId }: ImportUndoContext): Promise<UndoObstacle[]> => {
  const { rows } = await sql<UndoObstacle>`
    select r.line, 'changedSince' as fault, coalesce(m.subject, '') as value
      from mapped_import_row r left join meeting m on m.id = (r.fields ->> 'meetingId')::bigint
     where r.import_id = ${importId} and not r.known and m.version is distinct from 1
     order by r.line limit 1000`.execute(tx)
  return rows
}

/** Contacts who still stand where these reviews took them, under their lock. */
const findReturningContacts = async (tx: Kysely<DB>, importId: string): Promise<ContactMove[]> => {
  const { rows } = await sql<ContactMove>`
    select c.id::text as "contactId", c.stage as "from", t."to"
      from contact c
      join (select (r.fields ->> 'contactId')::bigint as id, (array_agg(r.fields ->> 'stage' order by w.place desc))[1] as last,
                   (array_agg(r.fields ->> 'stageBefore' order by w.place))[1] as "to"
              from mapped_import_row r
              cross join lateral (select (r.fields ->> 'startsAt')::timestamptz as place) w
             where r.import_id = ${importId} and not r.known and r.fields ->> 'stageBefore' is not null group by 1) t on t.id = c.id and t.last = c.stage
     order by c.id for no key update of c`.execute(tx)
  return rows
}

/** Cancels the meetings, with the reason for which the import is taken back. All or nothing. */
export const undoMeetings = async (undoContext: ImportUndoContext): Promise<void> => {
  const { tx, importId, userId } = undoContext
  const written = sql`select (r.fields ->> 'meetingId')::bigint from mapped_import_row r where r.import_id = ${importId} and not r.known`
  await sql`select from meeting m where m.id in (${written}) order by m.id for no key update of m`.execute(tx)
  if ((await findMeetingObstacles(undoContext)).length > 0) throw buildRefusal('import.undoBlocked')
  const { rows: gone } = await sql<WrittenMeeting>`
    update meeting m
       set state = 'canceled', stage_before = null, next_review_on = null, closed_at = now(), closed_by = ${userId ?? commandLineUserId}::bigint,
           result = coalesce((select a.reason from approval a
                               where a.entity = 'mappedImport' and a.entity_id = ${importId} and a.task = 'import.undo' and a.state = 'approved'
                                 and length(a.reason) >= 3 order by a.id desc limit 1), 'import:' || ${importId}),
           sequence = m.sequence + 1, version = m.version + 1
     where m.id in (${written}) and m.state <> 'canceled'
    returning m.id::text as "meetingId", m.contact_id::text as "contactId", m.client_id::text as "clientId", m.starts_at::date::text as day`.execute(
    tx,
  )
  await auditAgendaRows(
    undoContext,
    gone.map(({ day, ...about }) => ({ action: 'meeting.canceled', ...about, after: { day } })),
  )
  await moveContacts(undoContext, await findReturningContacts(tx, importId))
}
