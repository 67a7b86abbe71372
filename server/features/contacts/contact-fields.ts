import type { Kysely } from 'kysely'
import type { changeContact } from '#contract/contacts.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { DB } from '#db/types.ts'
import { parsePhone } from '#rules/personal-numbers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { selectEligibleOwners } from '#server/domain/visibility.ts'

type ContactFields = Omit<ParsedRequest<typeof changeContact>['body'], 'version'>

const referenceTables = {
  typeId: 'contactType',
  workId: 'contactWork',
  referenceId: 'contactReference',
  sourceId: 'contactSource',
} as const
type ReferenceField = keyof typeof referenceTables
const referenceFields = Object.keys(referenceTables) as ReferenceField[]

/** What is chosen from a list stays on it until the transaction ends. */
const findUnknownReferences = async (tx: Kysely<DB>, fields: ContactFields): Promise<Record<string, string>> => {
  const wrong: Record<string, string> = {}
  for (const field of referenceFields) {
    const id = fields[field]
    if (!id) continue
    const known = await tx
      .selectFrom(referenceTables[field])
      .where('id', '=', id)
      .select('id')
      .forKeyShare()
      .executeTakeFirst()
    if (!known) wrong[field] = 'unknown'
  }
  return wrong
}

/** What a caller says of a contact, as it is kept; the owner is somebody in their reach. Throws `request.invalid` with what doesn't fit. */
export const checkContactFields = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  { ownerId, phone, ...fields }: ContactFields,
  knownPhone: string | null = null,
) => {
  const wrong = await findUnknownReferences(tx, fields)
  // A number that is kept passes as it is: an import may have brought it.
  const parsedPhone = phone && phone !== knownPhone ? parsePhone(phone, tenantFacts[ctx.prefix].country) : phone
  if (phone && parsedPhone === undefined) wrong.phone = 'phone'
  if (fields.lopdOn && fields.lopdOn > ctx.businessDate) wrong.lopdOn = 'future'
  if (ownerId !== undefined) {
    const owner = await selectEligibleOwners({ ...ctx, db: tx })
      .where('e.id', '=', ownerId)
      .select('e.id')
      .executeTakeFirst()
    if (!owner) wrong.ownerId = 'unknown'
  }
  if (Object.keys(wrong).length > 0) throw buildRefusal('request.invalid', { fields: wrong })
  return {
    ...fields,
    ...(phone !== undefined && { phone: parsedPhone ?? null }),
    ...(ownerId !== undefined && { employeeId: ownerId }),
  }
}
