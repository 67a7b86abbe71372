import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { giveSecondFactor as giving, secondFactorWays as waysOf } from '#contract/second-factor.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { inTransaction, type Within } from '#server/core/in-transaction.ts'
import type { Raw } from '#server/core/serve.ts'
import { checkSlowly, countRecoveryCodes, takeRecoveryCode, takeTotpCode } from '#server/domain/one-time-code.ts'
import { auditRegistry } from '#server/domain/registry-audit.ts'
import { takeChallenge } from './challenge.ts'
import { countFactors } from './guards.ts'
import { findSecondFactor } from './second-factor.queries.ts'
import { takePasskey } from './use-passkey.ts'

/** How this session can be opened. */
export const secondFactorWays = async (ctx: Ctx, _: unknown, raw: Raw): Promise<Answer<typeof waysOf>> => {
  const { totp, passkeys, recoveryCodesLeft, passkeysAt } = await findSecondFactor(
    raw.serving.tenants.signIn(),
    ctx,
    raw,
  )
  return {
    totp: totp !== null,
    passkey: passkeys.length > 0 && passkeysAt !== null,
    recoveryCode: recoveryCodesLeft > 0,
  }
}

type Body = Parsed<typeof giving>['body']
type Way = { name: string; take: (tx: Within) => Promise<boolean> }

const wayOf = async (ctx: Ctx, raw: Raw, { code, recoveryCode, passkey }: Body, at: string): Promise<Way> => {
  if ([code, recoveryCode, passkey].filter((one) => one !== undefined).length !== 1)
    throw refuse('request.invalid', { fields: { code: 'exactlyOne' } })
  if (code) return { name: 'app', take: (tx) => takeTotpCode(tx, raw.serving, ctx.person, code) }
  if (!passkey)
    return { name: 'recoveryCode', take: (tx) => takeRecoveryCode(tx, raw, ctx.person, recoveryCode ?? '', at) }
  // Gone before it is looked at: an answer that was wrong can't be tried again.
  const challenge = await takeChallenge(raw.serving.tenants.signIn(), ctx, raw, 'use')
  return { name: 'passkey', take: (tx) => takePasskey(tx, ctx, raw, challenge, passkey) }
}

/** Opens the session that waited for it; in an open one it says again who is there. Throws `secondFactor.wrong`, `secondFactor.none`. */
export const giveSecondFactor = async (
  ctx: Ctx,
  { body }: Parsed<typeof giving>,
  raw: Raw,
): Promise<Answer<typeof giving>> => {
  const { person, prefix } = ctx
  const access = raw.serving.tenants.signIn()
  // One moment for the session and a recovery code: by it one can tell what opened the session.
  const at = new Date(raw.serving.clock()).toISOString()
  const way = await wayOf(ctx, raw, body, at)
  if ((await countFactors(access, ctx)) === 0) throw refuse('secondFactor.none')
  const event = { userId: person.userId, prefix, details: { way: way.name } }
  const right = await checkSlowly(access, raw, person, () =>
    inTransaction(access, async (tx) => {
      if (!(await way.take(tx))) return false
      await tx.fixed('second factor given', 'update session set second_factor_at = $2 where id = $1', [
        person.sessionId,
        at,
      ])
      await auditRegistry(tx, raw, { ...event, action: 'secondFactor' })
      return true
    }),
  )
  if (!right) {
    await auditRegistry(access, raw, { ...event, action: 'secondFactor.refused' })
    throw refuse('secondFactor.wrong')
  }
  return { open: true, recoveryCodesLeft: await countRecoveryCodes(access, person.userId) }
}
