import { type SqlBool, sql } from 'kysely'
import { contactStages, needsConsent } from '#contract/contacts/stages.ts'
import { agendaHeadings } from '../agenda/agenda-headings.ts'
import { contactIdSql, refuseAgendaPeople, resolveAgendaPeople } from '../agenda/agenda-people.ts'
import { ownerIdSql, refuseUnknownOwners, resolveOwners } from '../agenda/named-owners.ts'
import { defineImportKind } from '../mapped/import-handler-types.ts'
import { createImportedBeforeTable, importedBeforeSql } from '../mapped/imported-before.ts'
import { toRowSubject } from '../mapped/parse-client.ts'
import { readMeetingRow } from './read-meeting.ts'
import { findMeetingObstacles, undoMeetings, writeMeetings } from './write-meetings.ts'

const startSql = sql<string>`(r.fields ->> 'startsAt')::timestamptz`
const stagesWithConsent = contactStages.filter(needsConsent)

/** Of the row `r`: the same person has that meeting then. */
const isNotedSql = sql<SqlBool>`exists (
  select from meeting m
   where m.employee_id = ${ownerIdSql} and m.starts_at = ${startSql} and m.subject = r.fields ->> 'subject'
     and (m.state = 'canceled') = (r.fields ->> 'state' = 'canceled') and m.contact_id is not distinct from ${contactIdSql}
     and m.client_id is not distinct from r.client_id)`

/** From R2 on nobody is reviewed whose consent to data protection isn't signed. */
const lacksConsentSql = sql<SqlBool>`r.fields ->> 'stage' = any(${stagesWithConsent}::text[]) and case
  when r.client_id is not null then exists (select from client c where c.id = r.client_id and c.lopd_status <> 'signed')
  else exists (select from contact ct where ct.id = ${contactIdSql} and ct.lopd_on is null) end`

/** Meetings that are planned, and those that were: the latter as they ended. Nobody is invited by it. */
export const meetingsHandler = defineImportKind({
  headings: {
    ...agendaHeadings,
    subject: ['asunto', 'titulo', 'reunion', 'tema', 'assunto', 'summary', 'title', 'subject'],
    meetingOn: [
      'fecha',
      'dia',
      'fecha de inicio',
      'fecha inicio',
      'inicio',
      'fecha y hora',
      'comienzo',
      'data',
      'data de inicio',
      'date',
      'start',
      'start date',
    ],
    startTime: ['hora', 'hora de inicio', 'hora inicio', 'desde', 'hora de comienzo', 'time', 'start time'],
    endTime: ['hora de fin', 'hora fin', 'fin', 'hasta', 'fim', 'hora de fim', 'end', 'end time'],
    review: ['revision', 'etapa', 'fase', 'revisao', 'stage', 'review stage'],
    meetingState: ['estado', 'situacion', 'state', 'status'],
    result: ['resultado', 'conclusion', 'conclusiones', 'motivo', 'conclusao', 'outcome', 'result'],
    place: ['lugar', 'ubicacion', 'sala', 'direccion', 'local', 'location', 'where'],
    link: ['enlace', 'url', 'videollamada', 'ligacao', 'video', 'meeting link'],
    note: [
      'notas',
      'nota',
      'observaciones',
      'descripcion',
      'comentarios',
      'observacoes',
      'descricao',
      'notes',
      'description',
    ],
  },
  read: readMeetingRow,
  // It has no number: it is all that is said of it.
  key: (content) => {
    const { client, contact, ...others } = content
    return [client?.number ?? null, contact, others]
  },
  keyField: 'subject',
  subject: (content) => {
    const { client } = content
    return client ? toRowSubject(client) : {}
  },
  subjectField: null,
  prepare: async (tx, maker) => {
    await createImportedBeforeTable(tx, 'meetings')
    await resolveAgendaPeople(tx, maker)
    await resolveOwners(tx, maker)
  },
  known: sql<SqlBool>`exists (${importedBeforeSql}) or ${isNotedSql}`,
  check: async (checking) => {
    const { refuse, businessDate } = checking
    await refuseAgendaPeople(checking, { isRequired: false })
    await refuse(
      'contact',
      'missing',
      sql`r.fields ->> 'stage' is not null and r.client_id is null and ${contactIdSql} is null`,
    )
    await refuseUnknownOwners(checking)
    await refuse(
      'meetingState',
      'future',
      sql`r.fields ->> 'state' in ('held', 'no_show') and (r.fields ->> 'meetingOn')::date > ${businessDate}::date`,
    )
    await refuse('review', 'consent', lacksConsentSql)
  },
  figures: {
    word: sql<string>`case when r.fields ->> 'stage' is null then 'newMeeting' else 'newReview' end`,
    amount: sql<null>`null::numeric`,
    day: sql<string>`(r.fields ->> 'meetingOn')::date`,
  },
  carryOut: writeMeetings,
  findObstacles: findMeetingObstacles,
  undo: undoMeetings,
})
