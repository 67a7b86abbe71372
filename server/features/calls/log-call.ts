import { type Kysely, sql } from 'kysely'
import type * as contract from '#contract/calls.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { lockAgendaPerson } from '#server/domain/agenda-person.ts'
import { auditAgendaRow, changeAgendaRow } from '#server/domain/change-agenda-row.ts'
import { isOwnerVisibleSql } from '#server/domain/visibility.ts'

type CallFields = Omit<ParsedRequest<typeof contract.changeCall>['body'], 'version'>

/** A call is over when it is noted. */
const toCallValues = (ctx: Ctx, { durationMinutes, calledOn, ...fields }: CallFields) => {
  if (calledOn > ctx.businessDate) throw buildRefusal('request.invalid', { fields: { calledOn: 'future' } })
  return { ...fields, calledOn, durationSeconds: durationMinutes * 60 }
}

/** A contact who was new has been contacted by the first call. */
const markContacted = async (tx: Kysely<DB>, ctx: Ctx, contactId: string, now: string): Promise<void> => {
  const moved = await tx
    .updateTable('contact')
    .set({ stage: 'contacted', stageSince: now, version: sql`version + 1` })
    .where('id', '=', contactId)
    .where('stage', '=', 'new')
    .returning('id')
    .executeTakeFirst()
  if (!moved) return
  await recordAuditEvent(tx, ctx, {
    action: 'contact.moved',
    entity: 'contact',
    entityId: contactId,
    before: { state: 'new' },
    after: { state: 'contacted' },
  })
}

/** Notes a call of the caller's to a contact or a client. */
export const logCall = (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.logCall>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.logCall>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { contactId, clientId, ...fields } = body
    const person = await lockAgendaPerson(tx, ctx, { contactId, clientId })
    const values = toCallValues(ctx, fields)
    const now = new Date(deps.clock()).toISOString()
    const { id } = await tx
      .insertInto('call')
      .values({
        ...person,
        ...values,
        employeeId: ctx.person.membership.employeeId,
        notedBy: ctx.person.userId,
        notedAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const after = { day: values.calledOn, outcome: values.outcome }
    await auditAgendaRow(tx, ctx, { action: 'call.logged', after }, person)
    if (person.contactId) await markContacted(tx, ctx, person.contactId, now)
    return { id }
  })

type CallRequest = { params: { callId: string }; body: { version: number } }
type LockedCall = NonNullable<Awaited<ReturnType<typeof lockCall>>>
type CallAction = `call.${'changed' | 'deactivated' | 'reactivated'}`

const lockCall = (tx: Kysely<DB>, ctx: Ctx, callId: string) =>
  tx
    .selectFrom('call as l')
    .where('l.id', '=', callId)
    .where(isOwnerVisibleSql(ctx, sql`l.employee_id`))
    .select(['l.id', 'l.version', 'l.contactId', 'l.clientId', 'l.calledOn'])
    .select(sql<boolean>`l.deactivated_at is null`.as('isActive'))
    .forNoKeyUpdate()
    .executeTakeFirst()

const changeLockedCall = (
  ctx: Ctx,
  { params, body: { version } }: CallRequest,
  change: (tx: Kysely<DB>, call: LockedCall) => Promise<CallAction | null>,
): Promise<{ version: number }> =>
  changeAgendaRow(ctx, {
    table: 'call',
    version,
    lock: (tx) => lockCall(tx, ctx, params.callId),
    change: async (tx, call) => {
      const action = await change(tx, call)
      return action && { action, after: { ...(call.calledOn && { day: call.calledOn }) } }
    },
  })

export const changeCall = (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.changeCall>,
): Promise<ResponseBody<typeof contract.changeCall>> =>
  changeLockedCall(ctx, request, async (tx, { id, isActive }) => {
    if (!isActive) throw buildRefusal('call.deactivated')
    const { version: _, ...fields } = request.body
    await tx.updateTable('call').set(toCallValues(ctx, fields)).where('id', '=', id).execute()
    return 'call.changed'
  })

/** Nothing of a deactivated call is lost: it only counts no more. */
export const setCallActive = (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.setCallActive>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.setCallActive>> =>
  changeLockedCall(ctx, request, async (tx, call) => {
    const { isActive } = request.body
    if (isActive === call.isActive) return null
    await tx
      .updateTable('call')
      .set(
        isActive
          ? { deactivatedAt: null, deactivatedBy: null }
          : { deactivatedAt: new Date(deps.clock()).toISOString(), deactivatedBy: ctx.person.userId },
      )
      .where('id', '=', call.id)
      .execute()
    return isActive ? 'call.reactivated' : 'call.deactivated'
  })
