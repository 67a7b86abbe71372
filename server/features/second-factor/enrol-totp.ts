import { Secret } from 'otpauth'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { beginTotp as beginning, confirmTotp as confirming } from '#contract/second-factor.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { inTransaction, type Within } from '#server/core/in-transaction.ts'
import type { Raw } from '#server/core/serve.ts'
import { confirm } from '#server/domain/confirm.ts'
import { checkSlowly, stepOf, totpOf } from '#server/domain/one-time-code.ts'
import { auditRegistry } from '#server/domain/registry-audit.ts'
import { factorAdded, holdGuards } from './guards.ts'

/** A new secret. It waits beside the one in use, if there is one, so that a new telephone never leaves its owner without. */
export const beginTotp = async (
  ctx: Ctx,
  { body }: Parsed<typeof beginning>,
  raw: Raw,
): Promise<Answer<typeof beginning>> => {
  await confirm(ctx, raw, body)
  const access = raw.serving.tenants.signIn()
  const secret = new Secret({ size: 20 }).base32
  await access.fixed(
    'begin totp',
    `insert into totp (user_id, next_secret, created_at) values ($1, $2, $3)
     on conflict (user_id) do update set next_secret = excluded.next_secret`,
    [ctx.person.userId, raw.serving.boxOf('totp').seal(secret), new Date(raw.serving.clock()).toISOString()],
  )
  return { secret, address: totpOf(secret, ctx.person.email).toString() }
}

/**
 * The app counts from its first code on, and that code only here: `last_step` remembers it. Slowed down as all codes are: what
 * somebody else began in a session left open is not to be guessed. Throws `secondFactor.wrong`, or `secondFactor.none` where
 * nothing was begun.
 */
export const confirmTotp = async (
  ctx: Ctx,
  { body }: Parsed<typeof confirming>,
  raw: Raw,
): Promise<Answer<typeof confirming>> => {
  const { serving } = raw
  const access = serving.tenants.signIn()
  let recoveryCodes: string[] | null = null
  const take = async (tx: Within): Promise<boolean> => {
    await holdGuards(tx, ctx)
    const [row] = await tx.fixed<{ next_secret: string; replaces: boolean }>(
      'totp begun',
      'select next_secret, confirmed_at is not null as replaces from totp where user_id = $1 and next_secret is not null',
      [ctx.person.userId],
    )
    if (!row) throw refuse('secondFactor.none')
    const step = stepOf(
      totpOf(serving.boxOf('totp').open(row.next_secret), ctx.person.email),
      body.code,
      serving.clock(),
    )
    if (step === null) return false
    await tx.fixed(
      'confirm totp',
      'update totp set secret = next_secret, next_secret = null, confirmed_at = $2, last_step = $3 where user_id = $1',
      [ctx.person.userId, new Date(serving.clock()).toISOString(), step],
    )
    if (row.replaces)
      await auditRegistry(tx, raw, { action: 'secondFactor.replaced', userId: ctx.person.userId, prefix: ctx.prefix })
    recoveryCodes = await factorAdded(tx, ctx, raw, { way: 'app' })
    return true
  }
  if (!(await checkSlowly(access, raw, ctx.person, () => inTransaction(access, take))))
    throw refuse('secondFactor.wrong', { fields: { code: 'wrong' } })
  return { recoveryCodes }
}
