import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/estates.ts'
import { indispensableRequirements } from '#contract/estates.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import {
  assertClientAttachment,
  assertEstateChangeable,
  findEstateClient,
  lockEstate,
  raiseEstateVersion,
} from './estate-record.ts'

type RequirementInput = ParsedRequest<typeof contract.setEstateRequirement>

/** What is there is a document or a note, and what isn't needed says why; some papers are needed in every case. */
const findRequirementErrors = ({ params: { kind }, body: { state, attachmentId, note } }: RequirementInput) => {
  if (state === 'not_needed' && indispensableRequirements.includes(kind)) return { state: 'indispensable' }
  if (state === 'not_needed' && note === '') return { note: 'required' }
  if ((state === 'received' || state === 'accepted') && attachmentId === null && note === '')
    return { note: 'documentOrNote' }
  return {}
}

/** Writes how far one paper is. */
export const setEstateRequirement = (
  ctx: Ctx,
  input: RequirementInput,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.setEstateRequirement>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { clientId, kind } = input.params
    const { version, state, attachmentId, note } = input.body
    await findEstateClient(tx, ctx, clientId)
    const estate = await lockEstate(tx, clientId)
    await assertEstateChangeable(tx, estate, version)
    const wrong = findRequirementErrors(input)
    if (Object.keys(wrong).length > 0) throw buildRefusal('request.invalid', { fields: wrong })
    if (attachmentId !== null) await assertClientAttachment(tx, clientId, attachmentId)
    const before = await tx
      .selectFrom('estateRequirement')
      .select('state')
      .where('estateId', '=', estate.id)
      .where('kind', '=', kind)
      .executeTakeFirst()
    const values = {
      state,
      attachmentId,
      note,
      changedAt: new Date(deps.clock()).toISOString(),
      changedBy: ctx.person.userId,
    }
    await tx
      .insertInto('estateRequirement')
      .values({ estateId: estate.id, kind, ...values })
      .onConflict((conflict) => conflict.columns(['estateId', 'kind']).doUpdateSet(values))
      .execute()
    await recordAuditEvent(tx, ctx, {
      action: 'estate.requirementSet',
      entity: 'client',
      entityId: clientId,
      before: { requirement: kind, state: before?.state ?? 'missing' },
      after: { requirement: kind, state, ...(attachmentId && { attachment: attachmentId }) },
    })
    return { version: await raiseEstateVersion(tx, estate.id) }
  })
