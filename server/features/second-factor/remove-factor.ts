import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { removePasskey as passkey, removeTotp as totp } from '#contract/second-factor.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { inTransaction, type Within } from '#server/core/in-transaction.ts'
import type { Raw } from '#server/core/serve.ts'
import { confirm } from '#server/domain/confirm.ts'
import { countFactors, type Factor, factorRemoved, holdGuards } from './guards.ts'
import { isRequired } from './second-factor.queries.ts'

/** Removes what `take` finds; the last one stays where the role has to have one. Throws `secondFactor.needed`, and what `take` throws. */
const remove = async (ctx: Ctx, raw: Raw, take: (tx: Within) => Promise<Factor>): Promise<{ removed: true }> =>
  inTransaction(raw.serving.tenants.signIn(), async (tx) => {
    await holdGuards(tx, ctx)
    const factor = await take(tx)
    if ((await countFactors(tx, ctx)) === 0 && (await isRequired(tx, ctx))) throw refuse('secondFactor.needed')
    await factorRemoved(tx, ctx, raw, factor)
    return { removed: true }
  })

export const removeTotp = async (ctx: Ctx, { body }: Parsed<typeof totp>, raw: Raw): Promise<Answer<typeof totp>> => {
  await confirm(ctx, raw, body)
  return remove(ctx, raw, async (tx) => {
    const gone = await tx.fixed(
      'remove totp',
      'delete from totp where user_id = $1 and confirmed_at is not null returning user_id',
      [ctx.person.userId],
    )
    if (gone.length === 0) throw refuse('secondFactor.none')
    return { way: 'app' }
  })
}

/** Only my own: somebody else's isn't found. */
export const removePasskey = async (
  ctx: Ctx,
  { params, body }: Parsed<typeof passkey>,
  raw: Raw,
): Promise<Answer<typeof passkey>> => {
  const access = raw.serving.tenants.signIn()
  const values = [params.passkeyId, ctx.person.userId]
  // Before the password is asked: a name that isn't there is no reason to type it.
  const [mine] = await access.fixed('passkey of mine', 'select from passkey where id = $1 and user_id = $2', values)
  if (!mine) throw refuse('notFound')
  await confirm(ctx, raw, body)
  return remove(ctx, raw, async (tx) => {
    const [gone] = await tx.fixed<{ name: string }>(
      'remove passkey',
      'delete from passkey where id = $1 and user_id = $2 returning name',
      values,
    )
    if (!gone) throw refuse('notFound')
    return { way: 'passkey', name: gone.name }
  })
}
