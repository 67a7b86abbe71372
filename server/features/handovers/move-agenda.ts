import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { LockedHandover } from './lock-handover.ts'

/** What is still to come of each kind goes along; what was stays with whoever did it. */
const openStates = { follow_up: 'in_progress', meeting: 'scheduled' } as const
type AgendaTable = keyof typeof openStates
const agendaTables = Object.keys(openStates) as AgendaTable[]

const isOpenSql = (table: AgendaTable) => sql`f.state = ${sql.lit(openStates[table])}`

/** An owner takes part in their meeting: the place of the one is the other's, who may have had one of their own. */
const changeOwnerAttendees = async (
  tx: Kysely<DB>,
  meetings: RawBuilder<unknown>,
  { from, to }: Record<'from' | 'to', RawBuilder<unknown>>,
): Promise<void> => {
  await sql`
    delete from meeting_attendee a using meeting f
     where ${meetings} and a.meeting_id = f.id and a.employee_id = ${from}
       and exists (select from meeting_attendee k where k.meeting_id = f.id and k.employee_id = ${to})`.execute(tx)
  await sql`
    update meeting_attendee a set employee_id = ${to}, answer = 'accepted', answered_at = null from meeting f
     where ${meetings} and a.meeting_id = f.id and a.employee_id = ${from}`.execute(tx)
}

/** Open follow-ups and planned meetings of the giver about what was handed over, as it stands now, become the receiver's. */
export const moveAgenda = async (tx: Kysely<DB>, { id, toId, fromIds, role }: LockedHandover): Promise<void> => {
  if (role !== 'manager') return
  for (const table of agendaTables)
    await sql`
      update ${sql.table(table)} f set employee_id = ${toId}, handover_id = ${id}, handed_from = f.employee_id, version = f.version + 1
       where ${isOpenSql(table)} and f.employee_id <> ${toId}
         and (exists (select from handover_client h where h.handover_id = ${id} and h.outcome = 'moved' and h.client_id = f.client_id and h.from_id = f.employee_id)
              or f.employee_id = any(${fromIds}::bigint[])
                 and exists (select from handover_contact h where h.handover_id = ${id} and h.contact_id = f.contact_id))`.execute(
      tx,
    )
  await changeOwnerAttendees(tx, sql`f.handover_id = ${id} and ${isOpenSql('meeting')}`, {
    from: sql`f.handed_from`,
    to: sql`f.employee_id`,
  })
}

/** What is still the receiver's and open goes back, unless the giver leaves. */
export const returnAgenda = async (tx: Kysely<DB>, { id, toId }: LockedHandover): Promise<void> => {
  const isReturned = (
    table: AgendaTable,
  ) => sql`f.handover_id = ${id} and f.employee_id = ${toId} and ${isOpenSql(table)}
    and exists (select from employee g where g.id = f.handed_from and g.terminated_on is null)`
  await changeOwnerAttendees(tx, isReturned('meeting'), { from: sql`f.employee_id`, to: sql`f.handed_from` })
  for (const table of agendaTables)
    await sql`
      update ${sql.table(table)} f set employee_id = f.handed_from, handover_id = null, handed_from = null, version = f.version + 1
       where ${isReturned(table)}`.execute(tx)
}
