import { sql } from 'kysely'
import type { getSignature } from '#contract/account-signature.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { holdsClient } from '#server/domain/sees-numbers.ts'
import { visibleHoldings } from '#server/domain/visibility.ts'
import { findSigners, findWaiting } from './known-signature.ts'

/** Who signs for an account of a visible client who holds it; 404 otherwise. */
export const findSignature = async (
  ctx: Ctx,
  { params: { clientId, accountId } }: Parsed<typeof getSignature>,
  { serving }: Raw,
): Promise<Answer<typeof getSignature>> => {
  const found = await visibleHoldings(ctx)
    .innerJoin('account as a', 'a.id', 'h.accountId')
    .where('c.clientId', '=', clientId)
    .where('a.id', '=', accountId)
    .select(['a.status', 'a.signature'])
    .select(holdsClient(ctx, ['bt_Clientes', 'edit'], sql<string>`${clientId}::bigint`).as('mayEdit'))
    .executeTakeFirst()
  if (!found) throw refuse('notFound')
  const [signers, pending] = await Promise.all([
    findSigners(ctx.db, accountId),
    findWaiting(ctx.db, accountId, serving.clock()),
  ])
  const isChangeable = found.status === 'active' && signers.length > 1 && !pending
  return {
    signature: found.signature,
    holders: signers.map(({ name }, at) => ({ place: at + 1, name })),
    mayChange: isChangeable && found.mayEdit && ctx.person.actingCvl === null,
    pending: pending ?? null,
  }
}
