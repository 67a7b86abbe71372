import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/follow-ups.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { lockAgendaPerson } from '#server/domain/agenda-person.ts'
import { assertEligibleOwner, auditAgendaRow, changeAgendaRow } from '#server/domain/change-agenda-row.ts'
import { isOwnerVisibleSql } from '#server/domain/visibility.ts'

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
    await auditAgendaRow(tx, ctx, { action: 'followUp.created', after: { day: fields.dueOn } }, person)
    return { id }
  })

type FollowUpRequest = { params: { followUpId: string }; body: { version: number } }
type LockedFollowUp = NonNullable<Awaited<ReturnType<typeof lockFollowUp>>>
type FollowUpAction = `followUp.${'changed' | 'finished' | 'deleted' | 'reopened'}`

const lockFollowUp = (tx: Kysely<DB>, ctx: Ctx, followUpId: string) =>
  tx
    .selectFrom('followUp as f')
    .where('f.id', '=', followUpId)
    .where(isOwnerVisibleSql(ctx, sql`f.employee_id`))
    .select(['f.id', 'f.version', 'f.contactId', 'f.clientId', 'f.dueOn', 'f.state', 'f.employeeId as ownerId'])
    .forNoKeyUpdate()
    .executeTakeFirst()

const changeLockedFollowUp = (
  ctx: Ctx,
  { params, body: { version } }: FollowUpRequest,
  change: (tx: Kysely<DB>, followUp: LockedFollowUp) => Promise<FollowUpAction | null>,
): Promise<{ version: number }> =>
  changeAgendaRow(ctx, {
    table: 'followUp',
    version,
    lock: (tx) => lockFollowUp(tx, ctx, params.followUpId),
    change: async (tx, followUp) => {
      const action = await change(tx, followUp)
      return action && { action, after: { day: followUp.dueOn } }
    },
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
