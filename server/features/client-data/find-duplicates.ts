import type { IdentityKind } from '#contract/client-data/identity-kinds.ts'
import type * as contract from '#contract/client-data.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import { parseIdentityNumber } from '#rules/identity-documents.ts'
import { parsePhone } from '#rules/personal-numbers.ts'
import type { Ctx } from '#server/core/ctx.ts'
import type { HttpContext } from '#server/core/routes.ts'
import {
  auditDuplicateAnswer,
  type ComparedClient,
  countDuplicateAnswer,
  findLikeClients,
} from '#server/domain/find-like-clients.ts'

/** What is typed, as it is compared; a number that is none yet is compared with nothing. */
const toComparedClient = (
  ctx: Ctx,
  { identityKind, identityNumber, phone, ...names }: ParsedRequest<typeof contract.findClientDuplicates>['body'],
): ComparedClient => ({
  ...names,
  identityNumber: readIdentityNumber(identityKind, identityNumber),
  phone: (phone && parsePhone(phone, tenantFacts[ctx.prefix].country)) || null,
})

const readIdentityNumber = (kind: IdentityKind | null, typed: string | null): string | null =>
  (kind && typed && parseIdentityNumber(typed, kind)?.number) || null

export const findClientDuplicates = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.findClientDuplicates>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.findClientDuplicates>> => {
  const compared = toComparedClient(ctx, body)
  if (!compared.identityNumber && !compared.email && !compared.phone) return { matches: [], outside: [] }
  await countDuplicateAnswer(ctx, raw)
  const found = await findLikeClients(ctx, compared)
  const hidden = found.filter(({ isVisible }) => !isVisible)
  await auditDuplicateAnswer(ctx, raw, compared, found.length)
  return {
    matches: found.filter(({ isVisible }) => isVisible).map(({ isVisible: _, ...match }) => match),
    outside: [...new Set(hidden.flatMap(({ by }) => by))],
  }
}
