import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { type AuditOrigin, auditHandover, notifyStaff } from './audit-and-notify.ts'
import type { LockedHandover } from './lock-handover.ts'
import { moveAgenda } from './move-agenda.ts'
import { moveContacts } from './move-contacts.ts'
import { findReceiver } from './receiver.ts'

/** All clients of the handover, in the order of their ids: of two that share some, the second waits, and sees what the first left. */
export const lockHandoverClients = (tx: Kysely<DB>, handoverId: string) =>
  sql`select from client c where c.id in (select client_id from handover_client where handover_id = ${handoverId})
       order by c.id for no key update`.execute(tx)

/** The list rows follow in the same transaction: who sees the client changes with the link. */
export const refreshHandoverClientRows = (tx: Kysely<DB>, handoverId: string, outcome: 'moved' | 'undone') =>
  sql`select refresh_client_list(array(
        select client_id from handover_client where handover_id = ${handoverId} and outcome = ${outcome}))`.execute(tx)

/** One row in the audit for each client, so that its own history tells it. */
export const auditHandoverClients = (
  tx: Kysely<DB>,
  auditOrigin: AuditOrigin,
  { id, role, toCvl }: Pick<LockedHandover, 'id' | 'role' | 'toCvl'>,
  outcome: 'moved' | 'undone',
) => {
  const giver = sql`jsonb_build_object('role', ${role}::text, 'cvl', g.cvl)`
  const receiver = sql`jsonb_build_object('role', ${role}::text, 'cvl', ${toCvl}::text)`
  const [before, after] = outcome === 'moved' ? [giver, receiver] : [receiver, giver]
  return sql`
    insert into audit_event (user_id, cvl, acting_cvl, request_id, address, action, entity, entity_id, before, after)
    select ${auditOrigin.userId}::bigint, ${auditOrigin.cvl}, ${auditOrigin.actingCvl}, ${auditOrigin.requestId}, ${auditOrigin.address},
           ${outcome === 'moved' ? 'client.handedOver' : 'client.handedBack'}, 'client', h.client_id, ${before},
           ${after} || jsonb_build_object('handover', ${id}::text)
      from handover_client h left join employee g on g.id = h.from_id
     where h.handover_id = ${id} and h.outcome = ${outcome} order by h.client_id`.execute(tx)
}

/**
 * Moves the clients, from today: each link ends the day before (or on its own first day, where it began today), the receiver's begins.
 * A client who is no longer with whoever gave them is left alone. What was credited stays: no total is touched.
 */
const moveHandoverClients = async (
  tx: Kysely<DB>,
  { id, role, toId }: LockedHandover,
  today: string,
): Promise<number> => {
  await lockHandoverClients(tx, id)
  const { rows } = await sql<{ outcome: string; clients: number }>`
    with settled as (
      update handover_client h set replaced_id = s.id, outcome = case when s.employee_id is not distinct from h.from_id then 'moved' else 'changed' end
        from handover_client n left join client_staff s on s.client_id = n.client_id and s.role = ${role} and s.valid_to is null
       where n.handover_id = ${id} and h.handover_id = n.handover_id and h.client_id = n.client_id
      returning h.outcome)
    select outcome, count(*)::int as clients from settled group by outcome`.execute(tx)
  // First all that end: of each client, one link of a role is current.
  await sql`update client_staff s set valid_to = greatest(s.valid_from, ${today}::date - 1)
    from handover_client h where h.handover_id = ${id} and h.outcome = 'moved' and s.id = h.replaced_id`.execute(tx)
  await sql`
    with made as (
      insert into client_staff (client_id, employee_id, role, valid_from)
      select client_id, ${toId}, ${role}, ${today}::date from handover_client where handover_id = ${id} and outcome = 'moved' order by client_id
      returning id, client_id)
    update handover_client h set link_id = made.id from made where h.handover_id = ${id} and h.client_id = made.client_id`.execute(
    tx,
  )
  await sql`update handover_client set replaced_id = null where handover_id = ${id} and outcome = 'changed'`.execute(tx)
  await refreshHandoverClientRows(tx, id, 'moved')
  return rows.find(({ outcome }) => outcome === 'moved')?.clients ?? 0
}

/** Whether the receiver can still be given clients. */
export const isReceiverEligible = async (tx: Kysely<DB>, { toId, role }: LockedHandover): Promise<boolean> =>
  (await findReceiver(tx, { toId, role, lock: true })) !== undefined

/** Does it, in one transaction: links, list rows, audit, and word to whom it concerns. */
export const executeHandover = async (
  tx: Kysely<DB>,
  handover: LockedHandover,
  { trace: auditOrigin, today, now }: { trace: AuditOrigin; today: string; now: number },
): Promise<void> => {
  const { id, role, toId, toCvl, toName, fromIds, clients, proposedBy } = handover
  const moved = await moveHandoverClients(tx, handover, today)
  await moveContacts(tx, handover)
  await moveAgenda(tx, handover)
  const doneAt = new Date(now).toISOString()
  await tx.updateTable('handover').set({ state: 'done', doneAt }).where('id', '=', id).execute()
  await auditHandoverClients(tx, auditOrigin, handover, 'moved')
  const after = { state: 'done', role, to: toCvl, moved, changed: clients - moved }
  await auditHandover(tx, auditOrigin, { id, action: 'handover.done', before: { state: handover.state }, after })
  await notifyStaff(
    tx,
    { handoverId: id, kind: 'handover.done', params: { clients: String(moved), name: toName } },
    // At once, the proposer hears of the decision itself; on a later day, of this.
    { staffIds: [toId, ...fromIds], userId: auditOrigin.userId === null ? proposedBy : null, but: auditOrigin.userId },
  )
}
