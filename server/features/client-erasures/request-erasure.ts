import { type Kysely, sql } from 'kysely'
import type * as contract from '#contract/client-erasures.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertClientCorrectable } from '#server/domain/find-client.ts'
import { findErasurePlan } from './erasure-plan.ts'

/** The record, locked, with what counts for an erasure; refused where it was erased. */
export const lockErasableClient = async (tx: Kysely<DB>, clientId: string) => {
  const client = await tx
    .selectFrom('client')
    .select(['id', 'cvl', 'erasedAt', 'mergedIntoId'])
    .where('id', '=', clientId)
    .forUpdate()
    .executeTakeFirst()
  if (!client || client.mergedIntoId !== null) throw buildRefusal('notFound')
  if (client.erasedAt !== null) throw buildRefusal('erasure.done')
  return client
}

/** Consent to marketing ends with the request, and what was sent for an answer can't be answered any more. */
const endConsents = async (tx: Kysely<DB>, ctx: Ctx, clientId: string, at: string): Promise<void> => {
  await sql`
    update consent set state = 'withdrawn', withdrawn_at = ${at}::timestamptz, withdrawn_by = ${ctx.person.userId}
     where client_id = ${clientId} and purpose <> 'information' and state = 'signed'`.execute(tx)
  await sql`
    update public_link set revoked_at = ${at}::timestamptz where client_id = ${clientId} and kind in ('consent', 'info_form') and used_at is null and revoked_at is null`.execute(
    tx,
  )
}

type Request = ParsedRequest<typeof contract.requestClientErasure>
type Answer = ResponseBody<typeof contract.requestClientErasure>

const insertErasure = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { params: { clientId }, body: { requestedOn, reason } }: Request,
  { endedOn, dueOn, at }: { endedOn: string | null; dueOn: string; at: string },
): Promise<Answer> => {
  const state = dueOn <= ctx.businessDate ? 'due' : 'scheduled'
  const { id } = await tx
    .insertInto('clientErasure')
    .values({ clientId, state, requestedOn, reason, endedOn, dueOn, askedBy: ctx.person.userId, askedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { erasureId: id, state, dueOn }
}

/** Writes the request down and restricts what is done with the data. Throws `erasure.*` where something stands in the way. */
export const requestErasure = (ctx: Ctx, request: Request, { deps }: HttpContext): Promise<Answer> =>
  ctx.db.transaction().execute(async (tx) => {
    const { clientId } = request.params
    const { requestedOn } = request.body
    const now = deps.clock()
    await assertClientCorrectable(tx, ctx, clientId)
    await lockErasableClient(tx, clientId)
    if (requestedOn > ctx.businessDate) throw buildRefusal('request.invalid', { fields: { requestedOn: 'too_big' } })
    const open = await tx
      .selectFrom('clientErasure')
      .select('id')
      .where('clientId', '=', clientId)
      .where('state', 'in', ['scheduled', 'due', 'asked'])
      .executeTakeFirst()
    if (open) throw buildRefusal('erasure.asked')
    const plan = await findErasurePlan(tx, clientId, { today: ctx.businessDate, now, exceptApprovalId: null })
    const [obstacle] = plan.obstacles
    if (obstacle) throw buildRefusal(`erasure.${obstacle}`)
    const at = new Date(now).toISOString()
    const answer = await insertErasure(tx, ctx, request, { ...plan, at })
    await tx
      .updateTable('client')
      .set({ restrictedAt: at, version: sql`version + 1` })
      .where('id', '=', clientId)
      .execute()
    await endConsents(tx, ctx, clientId, at)
    await recordAuditEvent(tx, ctx, {
      action: 'client.erasureRequested',
      entity: 'client',
      entityId: clientId,
      after: { requestedOn, dueOn: answer.dueOn },
    })
    return answer
  })
