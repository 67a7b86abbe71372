import { needsConsent } from '#contract/contacts/stages.ts'
import type * as contract from '#contract/contacts.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { auditContact } from './audit-contact.ts'
import { checkContactFields } from './contact-fields.ts'
import { changeLockedContact, type LockedContact } from './lock-contact.ts'

type ContactValues = Awaited<ReturnType<typeof checkContactFields>>

/** What of it is another than before. */
const pickChanges = (contact: LockedContact, values: ContactValues): Partial<ContactValues> =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => contact[field as keyof LockedContact] !== value))

/** Changes what is sent of a contact, and to whom it belongs. A consent that the stage needs stays. */
export const changeContact = (
  ctx: Ctx,
  request: ParsedRequest<typeof contract.changeContact>,
): Promise<ResponseBody<typeof contract.changeContact>> =>
  changeLockedContact(ctx, request, async (tx, contact) => {
    const { version: _, ...fields } = request.body
    const changes = pickChanges(contact, await checkContactFields(tx, ctx, fields, contact.phone))
    if (changes.lopdOn === null && needsConsent(contact.stage))
      throw buildRefusal('contact.lopdMissing', { fields: { lopdOn: 'required' } })
    const names = Object.keys(changes)
    if (names.length === 0) return
    await tx.updateTable('contact').set(changes).where('id', '=', contact.id).execute()
    await auditContact(tx, ctx, 'contact.changed', contact.id, { after: { fields: names } })
  })
