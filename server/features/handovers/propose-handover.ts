import { type Kysely, sql } from 'kysely'
import type { ProposalResult } from '#contract/approvals.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/handovers.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { fullNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { type ChangeProposal, proposeForApproval } from '#server/domain/approvals.ts'
import { hasRelativeInHandover } from '#server/domain/conflict-of-interest.ts'
import { auditHandover, toAuditOrigin } from './audit-and-notify.ts'
import { buildHandoverClientsSql, canReleaseClients, findVisibilityGrantors } from './handover-release.ts'
import { buildSelectedClientsSql, countNamedClients } from './handover-selection.ts'
import { handoverReleaseTask, handoverTask } from './handover-task.ts'
import { assertNotPastDate } from './preview-handover.ts'
import { findReceiver } from './receiver.ts'

type ProposalBody = ParsedRequest<typeof contract.proposeHandover>['body']
type InsertedHandover = {
  id: string | null
  seen: number
  staying: number
  clients: number
  capital: string
  fromIds: string[]
  fromCvls: string[]
}

/** Writes down the handover with all that moves, chosen anew in the same statement; nothing where nothing does. */
const insertHandover = async (tx: Kysely<DB>, ctx: Ctx, body: ProposalBody, now: number): Promise<InsertedHandover> => {
  const { rows } = await sql<InsertedHandover>`
    with chosen as materialized (${buildSelectedClientsSql({ ...ctx, db: tx }, body)}),
    moving as (select client_id, from_id, capital from chosen where fate = 'moving'),
    made as (
      insert into handover (role, to_id, from_ids, clients, capital, effective_on, reason, proposed_by, proposer_id, proposed_at, takes_contacts)
      select ${body.role}, ${body.toId}, coalesce(array_agg(distinct from_id) filter (where from_id is not null), '{}'), count(*), sum(capital),
             ${body.effectiveOn}::date, ${body.reason}, ${ctx.person.userId}, ${ctx.person.employeeId}::bigint, ${new Date(now).toISOString()}::timestamptz, ${body.choice.by === 'giver'}
        from moving having count(*) > 0
      returning id, clients, capital, from_ids),
    listed as (insert into handover_client (handover_id, client_id, from_id) select made.id, m.client_id, m.from_id from moving m, made)
    select made.id, coalesce(made.clients, 0) as clients, made.capital, coalesce(made.from_ids, '{}')::text[] as "fromIds",
           array(select e.cvl from employee e where e.id = any(made.from_ids) order by e.cvl) as "fromCvls",
           (select count(*)::int from chosen) as seen, (select count(*)::int from chosen where fate = 'alreadyThere') as staying
      from (values (1)) as one left join made on true`.execute(tx)
  return rows[0]!
}

type ReleaseProposal = ChangeProposal<'handoverRelease', { handoverId: string }> & {
  fromIds: string[]
  toId: string
  toName: string
  role: contract.LinkRole
}

const findEmployeeName = async (tx: Kysely<DB>, employeeId: string): Promise<string> =>
  (
    await tx
      .selectFrom('employee as e')
      .where('e.id', '=', employeeId)
      .select(fullNameSql('e').as('name'))
      .executeTakeFirstOrThrow()
  ).name

/** Asks whoever answers for those who give, where the proposer doesn't: of one giver them or their line, of several direction. */
const proposeRelease = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { fromIds, toId, toName, role, ...change }: ReleaseProposal,
  now: number,
): Promise<ProposalResult> => {
  const shownBy = await findVisibilityGrantors(tx, buildHandoverClientsSql(change.payload.handoverId), { role, toId })
  if (await canReleaseClients(tx, ctx.person, { fromIds, toId, shownBy }, now))
    return { state: 'done', approvalId: null }
  const [fromId, ...others] = [...new Set([...fromIds, ...shownBy])]
  const isOne = fromId != null && others.length === 0
  return proposeForApproval(
    tx,
    ctx,
    handoverReleaseTask,
    {
      ...change,
      params: { ...change.params, who: toName, ...(isOne && { from: await findEmployeeName(tx, fromId) }) },
      assigneeId: isOne ? fromId : null,
      // Who receives, and their relatives, don't say that others give. A proposer who receives is kept from it as its maker.
      ...(toId !== ctx.person.employeeId && { about: { employeeId: toId } }),
    },
    now,
  )
}

/**
 * Proposes it to whoever is to receive the clients, and to whoever answers for those who give. Clients that are named and not visible are as if they weren't there: 404 for all of
 * it. Throws `approval.ownRecord` where one of them is a relative that the caller has declared, `handover.notReceiver` where the receiver can't be given any, or has them all, and `handover.nothingToMove`.
 * See docs/decisions/0036-handovers.md
 */
export const proposeHandover = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.proposeHandover>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.proposeHandover>> => {
  assertNotPastDate(ctx, body.effectiveOn)
  const now = deps.clock()
  const { role, toId, effectiveOn, reason } = body
  return ctx.db.transaction().execute(async (tx) => {
    const receiver = await findReceiver(tx, { toId, role, lock: true })
    // An employee who isn't there couldn't be referred to: what is visible is looked at first all the same.
    const inserted = receiver ? await insertHandover(tx, ctx, body, now) : await countSelectedClients(tx, ctx, body)
    const named = countNamedClients(body)
    if (named !== null && inserted.seen !== named) throw buildRefusal('notFound')
    if (!receiver || (inserted.seen > 0 && inserted.staying === inserted.seen))
      throw buildRefusal('handover.notReceiver')
    const { id: handoverId, clients, capital, fromIds, fromCvls } = inserted
    if (handoverId === null) throw buildRefusal('handover.nothingToMove')
    if (await hasRelativeInHandover(tx, ctx.person, handoverId, ctx.businessDate))
      throw buildRefusal('approval.ownRecord')
    const after = { role, to: receiver.cvl, effectiveOn, clients, capital }
    await auditHandover(tx, toAuditOrigin(ctx), {
      id: handoverId,
      action: 'handover.proposed',
      before: { from: fromCvls },
      after,
    })
    const change = {
      payload: { handoverId },
      reason,
      entity: 'handover',
      entityId: handoverId,
      params: { count: String(clients), who: receiver.cvl },
      before: { from: fromCvls },
      after,
    }
    const released = await proposeRelease(tx, ctx, { ...change, fromIds, toId, role, toName: receiver.name }, now)
    const accepted = await proposeForApproval(tx, ctx, handoverTask, { ...change, assigneeId: toId }, now)
    if (accepted.approvalId !== null)
      await tx.updateTable('handover').set({ approvalId: accepted.approvalId }).where('id', '=', handoverId).execute()
    return { ...(accepted.state === 'done' ? released : accepted), handoverId }
  })
}

const countSelectedClients = async (tx: Kysely<DB>, ctx: Ctx, body: ProposalBody): Promise<InsertedHandover> => {
  const { rows } = await sql<{ seen: number }>`
    select count(*)::int as seen from (${buildSelectedClientsSql({ ...ctx, db: tx }, body)}) c`.execute(tx)
  return { id: null, seen: rows[0]!.seen, staying: 0, clients: 0, capital: '0.00', fromIds: [], fromCvls: [] }
}
