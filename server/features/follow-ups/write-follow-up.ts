import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/follow-ups.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { lockAgendaPerson } from '#server/domain/agenda-person.ts'
import { assertNoRelatedClients } from '#server/domain/conflict-of-interest.ts'
import { isOwnerVisibleSql, selectEligibleOwners } from '#server/domain/visibility.ts'

type Subject = { contactId: string | null; clientId: string | null }
type FollowUpAction =
  | 'followUp.created'
  | 'followUp.changed'
  | 'followUp.finished'
  | 'followUp.deleted'
  | 'followUp.reopened'

/** What happened to a follow-up stands with whom it is about; of what was typed only the day. */
const auditFollowUp = (
  tx: Kysely<DB>,
  ctx: Ctx,
  action: FollowUpAction,
  { contactId, clientId }: Subject,
  dueOn: string,
) =>
  recordAuditEvent(tx, ctx, {
    action,
    entity: clientId === null ? 'contact' : 'client',
    entityId: clientId ?? contactId!,
    after: { day: dueOn },
  })

/** The owner is somebody in the caller's reach who works here. */
const assertEligibleOwner = async (tx: Kysely<DB>, ctx: Ctx, ownerId: string | null): Promise<string> => {
  const owner =
    ownerId &&
    (await selectEligibleOwners({ ...ctx, db: tx })
      .where('e.id', '=', ownerId)
      .select('e.id')
      .executeTakeFirst())
  if (!owner) throw buildRefusal('request.invalid', { fields: { ownerId: ownerId ? 'unknown' : 'required' } })
  return owner.id
}

export const createFollowUp = (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.createFollowUp>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.createFollowUp>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { contactId, clientId, ownerId, ...fields } = body
    const person = await lockAgendaPerson(tx, ctx, { contactId, clientId })
    const employeeId = await assertEligibleOwner(tx, ctx, ownerId ?? ctx.person.membership.employeeId)
    const { id } = await tx
      .insertInto('followUp')
      .values({
        ...person,
        ...fields,
        employeeId,
        createdBy: ctx.person.userId,
        createdAt: new Date(deps.clock()).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await auditFollowUp(tx, ctx, 'followUp.created', person, fields.dueOn)
    return { id }
  })

type FollowUpRequest = { params: { followUpId: string }; body: { version: number } }
type LockedFollowUp = Subject & { id: string; state: string; dueOn: string; ownerId: string }

/** Does a write on a follow-up of somebody in reach, under its lock, and gives its new version. 404, then `conflict.changed`. */
const changeLockedFollowUp = (
  ctx: Ctx,
  { params, body }: FollowUpRequest,
  change: (tx: Kysely<DB>, followUp: LockedFollowUp) => Promise<FollowUpAction | null>,
): Promise<{ version: number }> =>
  ctx.db.transaction().execute(async (tx) => {
    const followUp = await tx
      .selectFrom('followUp as f')
      .where('f.id', '=', params.followUpId)
      .where(isOwnerVisibleSql(ctx, sql`f.employee_id`))
      .select(['f.id', 'f.version', 'f.contactId', 'f.clientId', 'f.dueOn', 'f.state', 'f.employeeId as ownerId'])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!followUp) throw buildRefusal('notFound')
    if (followUp.clientId !== null) await assertNoRelatedClients(tx, ctx, [followUp.clientId])
    if (followUp.version !== body.version) throw buildRefusal('conflict.changed')
    const action = await change(tx, followUp)
    if (action === null) return { version: followUp.version }
    await auditFollowUp(tx, ctx, action, followUp, followUp.dueOn)
    return tx
      .updateTable('followUp')
      .set({ version: sql`version + 1` })
      .where('id', '=', followUp.id)
      .returning('version')
      .executeTakeFirstOrThrow()
  })

export const changeFollowUp = (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.changeFollowUp>,
): Promise<ResponseBody<typeof contract.changeFollowUp>> =>
  changeLockedFollowUp(ctx, request, async (tx, followUp) => {
    if (followUp.state !== 'in_progress') throw buildRefusal('followUp.closed')
    const { version: _, ownerId, ...fields } = request.body
    const isMoved = ownerId !== followUp.ownerId
    const employeeId = isMoved ? await assertEligibleOwner(tx, ctx, ownerId) : ownerId
    await tx
      .updateTable('followUp')
      .set({ ...fields, employeeId, ...(isMoved && { handoverId: null, handedFrom: null }) })
      .where('id', '=', followUp.id)
      .execute()
    return 'followUp.changed'
  })

const stateActions = {
  finished: 'followUp.finished',
  deleted: 'followUp.deleted',
  in_progress: 'followUp.reopened',
} as const

/** A cancelled one keeps its reason; what is closed is taken up again before it is closed otherwise. */
export const setFollowUpState = (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.setFollowUpState>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.setFollowUpState>> =>
  changeLockedFollowUp(ctx, request, async (tx, followUp) => {
    const { state, result } = request.body
    if (state === followUp.state) return null
    const isClosing = state !== 'in_progress'
    if (isClosing && followUp.state !== 'in_progress') throw buildRefusal('followUp.closed')
    if (state === 'deleted' && result.trim().length < 3)
      throw buildRefusal('request.invalid', { fields: { result: 'required' } })
    const closed = isClosing
      ? { result: result.trim(), closedAt: new Date(deps.clock()).toISOString(), closedBy: ctx.person.userId }
      : { result: '', closedAt: null, closedBy: null }
    await tx
      .updateTable('followUp')
      .set({ state, ...closed })
      .where('id', '=', followUp.id)
      .execute()
    return stateActions[state]
  })
