import { sql } from 'kysely'
import type { getSigningMode } from '#contract/account-signature.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { isClientInScope } from '#server/domain/account-number-access.ts'
import { selectVisibleHoldings } from '#server/domain/visibility.ts'
import { findPendingSignatureChange, findSigners } from './signature-holders.ts'

/** Who signs for an account of a visible client who holds it; 404 otherwise. */
export const findSigningMode = async (
  ctx: Ctx,
  { params: { clientId, accountId } }: ParsedRequest<typeof getSigningMode>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof getSigningMode>> => {
  const found = await selectVisibleHoldings(ctx)
    .innerJoin('account as a', 'a.id', 'h.accountId')
    .where('c.clientId', '=', clientId)
    .where('a.id', '=', accountId)
    .select(['a.status', 'a.signature'])
    .select(isClientInScope(ctx, ['bt_Clientes', 'edit'], sql<string>`${clientId}::bigint`).as('mayEdit'))
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  const [signers, pending] = await Promise.all([
    findSigners(ctx.db, accountId),
    findPendingSignatureChange(ctx.db, accountId, deps.clock()),
  ])
  const isChangeable = found.status === 'active' && signers.length > 1 && !pending
  return {
    signature: found.signature,
    holders: signers.map(({ name }, at) => ({ place: at + 1, name })),
    mayChange: isChangeable && found.mayEdit && ctx.person.actingCvl === null,
    pending: pending ?? null,
  }
}
