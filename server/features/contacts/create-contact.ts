import type * as contract from '#contract/contacts.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { auditDuplicateRefusal, countDuplicateAnswer, lockDuplicateCriteria } from '#server/domain/find-like-clients.ts'
import { auditContact } from './audit-contact.ts'
import { checkContactFields } from './contact-fields.ts'
import { findLikePeople } from './find-duplicates.ts'

/**
 * A new contact of somebody in reach. Throws `contact.similar` where a contact or client like them is there and the caller hasn't said that it is
 * somebody else.
 */
export const createContact = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.createContact>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.createContact>> => {
  const { isSomebodyElse = false, ...fields } = body
  await countDuplicateAnswer(ctx, raw)
  return ctx.db
    .transaction()
    .execute(async (tx) => {
      const values = await checkContactFields(tx, ctx, fields)
      const { name = '', surname = '', email = null, phone = null } = values
      await lockDuplicateCriteria(tx, { email, phone })
      const { count } = await findLikePeople(ctx, tx, { name, surname, email, phone })
      if (count > 0 && !isSomebodyElse) throw buildRefusal('contact.similar')
      const now = new Date(raw.deps.clock()).toISOString()
      const { id } = await tx
        .insertInto('contact')
        .values({
          ...values,
          name,
          country: tenantFacts[ctx.prefix].country,
          createdBy: ctx.person.userId,
          createdAt: now,
          stageSince: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await auditContact(tx, ctx, 'contact.created', id, {
        after: { state: 'new', ...(values.amount && { amount: values.amount }), ...(count > 0 && { count }) },
      })
      return { id }
    })
    .catch((error) => auditDuplicateRefusal(ctx, raw, fields, error))
}
