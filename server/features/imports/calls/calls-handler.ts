import { type SqlBool, sql } from 'kysely'
import { agendaHeadings } from '../agenda/agenda-headings.ts'
import { contactIdSql, refuseAgendaPeople, resolveAgendaPeople } from '../agenda/agenda-people.ts'
import { ownerIdSql, refuseUnknownOwners, resolveOwners } from '../agenda/named-owners.ts'
import { defineImportKind } from '../mapped/import-handler-types.ts'
import { createImportedBeforeTable, importedBeforeSql } from '../mapped/imported-before.ts'
import { toRowSubject } from '../mapped/parse-client.ts'
import { readCallRow } from './read-call.ts'
import { findCallObstacles, undoCalls, writeCalls } from './write-calls.ts'

const daySql = sql<string>`(r.fields ->> 'calledOn')::date`

/** Of the row `r`: the same person called the same one then, with the same outcome. Two questions, so that each goes by its index. */
const isNotedSql = (person: ReturnType<typeof sql<SqlBool>>) => sql<SqlBool>`exists (
  select from call l
   where ${person} and l.called_on = ${daySql} and l.called_time is not distinct from (r.fields ->> 'calledTime')::time
     and l.outcome = r.fields ->> 'outcome' and l.employee_id = ${ownerIdSql} and l.deactivated_at is null)`

/** Calls that were made, to contacts or clients. */
export const callsHandler = defineImportKind({
  headings: {
    ...agendaHeadings,
    calledOn: [
      'fecha',
      'dia',
      'fecha de llamada',
      'fecha llamada',
      'fecha y hora',
      'data',
      'data da chamada',
      'date',
      'call date',
    ],
    calledTime: ['hora', 'hora de llamada', 'time', 'call time'],
    callOutcome: ['resultado', 'estado', 'resultado de la llamada', 'outcome', 'status', 'result'],
    callReason: ['motivo', 'asunto', 'motivo de la llamada', 'tipo', 'assunto', 'reason', 'purpose'],
    attempts: ['intentos', 'tentativas', 'tries'],
    feedback: ['comentario del cliente', 'respuesta', 'valoracion', 'resposta'],
  },
  read: readCallRow,
  // It has no number: it is all that is said of it.
  key: (content) => {
    const { calledOn, calledTime, client, contact, ...others } = content
    return [client?.number ?? null, contact, calledOn, calledTime, others]
  },
  keyField: 'calledOn',
  subject: (content) => {
    const { client } = content
    return client ? toRowSubject(client) : {}
  },
  subjectField: null,
  prepare: async (tx, maker) => {
    await createImportedBeforeTable(tx, 'calls')
    await resolveAgendaPeople(tx, maker)
    await resolveOwners(tx, maker)
  },
  known: sql<SqlBool>`exists (${importedBeforeSql})
    or ${contactIdSql} is not null and ${isNotedSql(sql<SqlBool>`l.contact_id = ${contactIdSql}`)}
    or ${contactIdSql} is null and ${isNotedSql(sql<SqlBool>`l.client_id = r.client_id`)}`,
  check: async (checking) => {
    const { refuse, businessDate } = checking
    await refuseAgendaPeople(checking, { isRequired: true })
    await refuseUnknownOwners(checking)
    await refuse('calledOn', 'future', sql`${daySql} > ${businessDate}::date`)
  },
  figures: {
    word: sql<string>`'newCall'`,
    amount: sql<null>`null::numeric`,
    day: daySql,
  },
  carryOut: writeCalls,
  findObstacles: findCallObstacles,
  undo: undoCalls,
})
