import { needsConsent } from '#contract/contacts/stages.ts'
import type * as contract from '#contract/contacts.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { auditContact } from './audit-contact.ts'
import { changeLockedContact } from './lock-contact.ts'

type MoveBody = ParsedRequest<typeof contract.moveContact>['body']

/** Who is lost is lost for a reason, which another stage has none of. */
const assertReason = ({ stage, lostReason, lostNote }: MoveBody): void => {
  const wrong: Record<string, string> = {}
  if (stage === 'lost' && lostReason === null) wrong.lostReason = 'required'
  if (stage !== 'lost' && lostReason !== null) wrong.lostReason = 'invalid'
  if (stage === 'lost' ? lostReason === 'other' && lostNote === null : lostNote !== null)
    wrong.lostNote = stage === 'lost' ? 'required' : 'invalid'
  if (Object.keys(wrong).length > 0) throw buildRefusal('request.invalid', { fields: wrong })
}

/** Moves a contact to another stage. Who is a client already stays won. */
export const moveContact = (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.moveContact>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.moveContact>> =>
  changeLockedContact(ctx, request, async (tx, contact) => {
    const { stage, lostReason, lostNote } = request.body
    assertReason(request.body)
    if (contact.clientId !== null) throw buildRefusal('contact.converted')
    if (needsConsent(stage) && contact.lopdOn === null) throw buildRefusal('contact.lopdMissing')
    const isSame = stage === contact.stage
    if (isSame && lostReason === contact.lostReason && lostNote === contact.lostNote) return
    await tx
      .updateTable('contact')
      .set({
        stage,
        lostReason,
        lostNote,
        ...(!isSame && { stageSince: new Date(deps.clock()).toISOString() }),
      })
      .where('id', '=', contact.id)
      .execute()
    await auditContact(tx, ctx, 'contact.moved', contact.id, {
      before: { state: contact.stage },
      after: { state: stage, ...(lostReason && { because: lostReason }) },
    })
  })
