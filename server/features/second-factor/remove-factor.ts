import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type * as contract from '#contract/second-factor.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { type PreparedStatements, runInTransaction } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { confirmIdentity } from '#server/domain/identity-confirmation.ts'
import { countFactors, handleFactorRemoved, lockFactors, type SecondFactorMethod } from './factor-changes.ts'
import { isSecondFactorRequired } from './second-factor.queries.ts'

/** Removes what `take` finds; the last one stays where the role has to have one. Throws `secondFactor.needed`, and what `take` throws. */
const removeFactor = async (
  ctx: Ctx,
  raw: HttpContext,
  take: (tx: PreparedStatements) => Promise<SecondFactorMethod>,
): Promise<{ removed: true }> =>
  runInTransaction(raw.deps.tenants.signIn(), async (tx) => {
    await lockFactors(tx, ctx)
    const factor = await take(tx)
    if ((await countFactors(tx, ctx)) === 0 && (await isSecondFactorRequired(tx, ctx)))
      throw buildRefusal('secondFactor.needed')
    await handleFactorRemoved(tx, ctx, raw, factor)
    return { removed: true }
  })

export const removeTotp = async (
  ctx: Ctx,
  { body }: ParsedRequest<typeof contract.removeTotp>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.removeTotp>> => {
  await confirmIdentity(ctx, raw, body)
  return removeFactor(ctx, raw, async (tx) => {
    const gone = await tx.queryPrepared(
      'remove totp',
      'delete from totp where user_id = $1 and confirmed_at is not null returning user_id',
      [ctx.person.userId],
    )
    if (gone.length === 0) throw buildRefusal('secondFactor.none')
    return { way: 'app' }
  })
}

/** Only my own: somebody else's isn't found. */
export const removePasskey = async (
  ctx: Ctx,
  { params, body }: ParsedRequest<typeof contract.removePasskey>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.removePasskey>> => {
  const access = raw.deps.tenants.signIn()
  const values = [params.passkeyId, ctx.person.userId]
  // Before the password is asked: a name that isn't there is no reason to type it.
  const [mine] = await access.queryPrepared(
    'passkey of mine',
    'select from passkey where id = $1 and user_id = $2',
    values,
  )
  if (!mine) throw buildRefusal('notFound')
  await confirmIdentity(ctx, raw, body)
  return removeFactor(ctx, raw, async (tx) => {
    const [gone] = await tx.queryPrepared<{ name: string }>(
      'remove passkey',
      'delete from passkey where id = $1 and user_id = $2 returning name',
      values,
    )
    if (!gone) throw buildRefusal('notFound')
    return { way: 'passkey', name: gone.name }
  })
}
