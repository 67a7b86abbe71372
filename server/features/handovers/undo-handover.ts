import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import * as contract from '#contract/handovers.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { hasRelativeInHandover } from '#server/domain/conflict-of-interest.ts'
import { auditHandover, notifyStaff, toAuditOrigin } from './audit-and-notify.ts'
import { auditHandoverClients, lockHandoverClients, refreshHandoverClientRows } from './execute-handover.ts'
import { isReceiverInScope } from './handover.queries.ts'
import { type LockedHandover, lockHandover } from './lock-handover.ts'
import { returnAgenda } from './move-agenda.ts'
import { returnContacts } from './move-contacts.ts'

/** Until when what was done then can be undone, in milliseconds. */
export const getUndoDeadline = (doneAt: string): number => Date.parse(doneAt) + contract.handoverUndoHours * 3_600_000

/** None of the givers leaves while it is looked whether they do. */
const lockGivers = (tx: Kysely<DB>, { id }: LockedHandover) =>
  sql`select from employee where id in (select from_id from handover_client where handover_id = ${id}) order by id for share`.execute(
    tx,
  )

/** What was accepted is what lets a leaver go: taken back before its day, their clients would be left with nobody. */
const assertGiversStay = async (tx: Kysely<DB>, handover: LockedHandover): Promise<void> => {
  await lockGivers(tx, handover)
  const { rows } = await sql`
    select from handover_client h join employee g on g.id = h.from_id
     where h.handover_id = ${handover.id} and g.terminated_on is not null limit 1`.execute(tx)
  if (rows.length > 0) throw buildRefusal('handover.giverLeaves')
}

/**
 * Each client who is still where the handover put them goes back: its link ends the day before, the one before goes on as it was. One who has moved on
 * since, or whose giver has left or is leaving, is kept.
 */
const returnClients = async (
  tx: Kysely<DB>,
  handover: LockedHandover,
  today: string,
): Promise<{ undone: number; kept: number }> => {
  const { id } = handover
  await lockGivers(tx, handover)
  await lockHandoverClients(tx, id)
  const { rows } = await sql<{ undone: number; kept: number }>`
    with settled as (
      update handover_client h set outcome = case when s.valid_to is null and g.terminated_on is null then 'undone' else 'kept' end
        from handover_client n join client_staff s on s.id = n.link_id left join employee g on g.id = n.from_id
       where n.handover_id = ${id} and n.outcome = 'moved' and h.handover_id = n.handover_id and h.client_id = n.client_id
      returning h.outcome)
    select count(*) filter (where outcome = 'undone')::int as undone, count(*) filter (where outcome = 'kept')::int as kept from settled`.execute(
    tx,
  )
  // What is taken back on its first day was never there: a link of that day would count until tomorrow where nobody takes its place.
  await sql`delete from client_staff s using handover_client h
    where h.handover_id = ${id} and h.outcome = 'undone' and s.id = h.link_id and s.valid_from >= ${today}::date`.execute(
    tx,
  )
  await sql`update client_staff s set valid_to = ${today}::date - 1
    from handover_client h where h.handover_id = ${id} and h.outcome = 'undone' and s.id = h.link_id`.execute(tx)
  await sql`update client_staff s set valid_to = null
    from handover_client h where h.handover_id = ${id} and h.outcome = 'undone' and s.id = h.replaced_id`.execute(tx)
  await refreshHandoverClientRows(tx, id, 'undone')
  return rows[0]!
}

const canUndoHandover = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { id, proposedBy, acceptedBy }: LockedHandover,
): Promise<boolean> => {
  const { userId } = ctx.person
  return proposedBy === userId || acceptedBy === userId || (await isReceiverInScope({ ...ctx, db: tx }, id))
}

/**
 * Takes back what was accepted. Throws `notFound` for whoever may not, `handover.tooLate` 24 hours after it was done, and
 * `handover.giverLeaves` where somebody would leave with clients by it.
 */
export const undoHandover = async (
  ctx: Ctx,
  { params: { handoverId } }: ParsedRequest<typeof contract.undoHandover>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.undoHandover>> =>
  ctx.db.transaction().execute(async (tx) => {
    const now = deps.clock()
    const handover = await lockHandover(tx, handoverId)
    if (!handover || !(await canUndoHandover(tx, ctx, handover))) throw buildRefusal('notFound')
    if (await hasRelativeInHandover(tx, ctx.person, handoverId, ctx.businessDate))
      throw buildRefusal('approval.ownRecord')
    const { id, state, toId, toName, toCvl, role, fromIds, clients, doneAt, proposedBy } = handover
    if (state !== 'accepted' && (state !== 'done' || doneAt === null)) throw buildRefusal('conflict.changed')
    if (doneAt !== null && now > getUndoDeadline(doneAt)) throw buildRefusal('handover.tooLate')
    if (state === 'accepted') await assertGiversStay(tx, handover)
    const after = state === 'done' ? 'undone' : 'withdrawn'
    if (state === 'done') {
      await returnContacts(tx, handover)
      await returnAgenda(tx, handover)
    }
    const counts = state === 'done' ? await returnClients(tx, handover, ctx.businessDate) : { undone: 0, kept: 0 }
    const trace = toAuditOrigin(ctx)
    const ended = { endedBy: ctx.person.userId, endedAt: new Date(now).toISOString() }
    await tx
      .updateTable('handover')
      .set({ state: after, ...ended })
      .where('id', '=', id)
      .execute()
    if (state === 'done') await auditHandoverClients(tx, trace, handover, 'undone')
    await auditHandover(tx, trace, {
      id,
      action: `handover.${after}`,
      before: { state },
      after: { state: after, role, to: toCvl, ...counts },
    })
    await notifyStaff(
      tx,
      {
        handoverId: id,
        kind: 'handover.undone',
        params: { clients: String(state === 'done' ? counts.undone : clients), name: toName },
      },
      { staffIds: [toId, ...fromIds], userId: proposedBy, but: ctx.person.userId },
    )
    return { state: after, ...counts }
  })
