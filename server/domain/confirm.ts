import { verify } from '@node-rs/argon2'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { inTransaction } from '#server/core/in-transaction.ts'
import type { Raw } from '#server/core/serve.ts'
import type { Access } from '#server/core/tenancy.ts'
import { checkSlowly, takeRecoveryCode, takeTotpCode } from './one-time-code.ts'
import { auditRegistry } from './registry-audit.ts'
import { settledBefore } from './right-gains.ts'
import { checkCounted, guessOf, inTurn } from './slow-down.ts'

/** How long a second factor that was given speaks for the person, in milliseconds. */
const provenFor = 600_000
/** The same where it has to be given for what is asked: long enough for a passkey to be given first. */
const provenNowFor = 60_000

type Guards = {
  password_hash: string | null
  has_second_factor: boolean
  newest_factor_at: string | null
  opened_by_recovery: boolean
}

// A session that was given a recovery code says the same moment as the code that was used up.
const findGuards = `
  select (select password_hash from credential where user_id = $1) as password_hash,
         exists (select from totp where user_id = $1 and confirmed_at is not null)
           or exists (select from passkey where user_id = $1) as has_second_factor,
         (select max(at) from (select confirmed_at as at from totp where user_id = $1
                               union all select created_at from passkey where user_id = $1) f) as newest_factor_at,
         exists (select from recovery_code where user_id = $1 and used_at = $2) as opened_by_recovery`

const guardsOf = async (access: Access, { person }: Ctx): Promise<Guards | undefined> => {
  const [guards] = await access.fixed<Guards>('guards', findGuards, [person.userId, person.secondFactorAt])
  return guards
}

const gaveSecondFactor = ({ person }: Ctx, { serving }: Raw, within: number): boolean =>
  person.secondFactorAt !== null && Date.parse(person.secondFactorAt) + within > serving.clock()

const checkPassword = async (
  access: Access,
  raw: Raw,
  { person }: Ctx,
  hash: string,
  password: string | undefined,
): Promise<void> => {
  if (password === undefined) throw refuse('password.wrong', { fields: { password: 'required' } })
  // The count of signing in: a session left open is no second place to guess at.
  const guess = guessOf(raw, person.email)
  if (await checkCounted(access, guess, () => inTurn(() => verify(hash, password)))) return
  await auditRegistry(access, raw, { action: 'confirm.refused', userId: person.userId, prefix: person.prefix })
  throw refuse('password.wrong', { fields: { password: 'wrong' } })
}

type Codes = { recoveryCodes: boolean }

const checkCode = async (
  access: Access,
  raw: Raw,
  { person }: Ctx,
  code: string | undefined,
  { recoveryCodes }: Codes,
): Promise<void> => {
  if (!code) throw refuse('secondFactor.wrong', { fields: { code: 'required' } })
  const digits = code.replace(/\s/g, '')
  const isOfApp = /^\d{6}$/.test(digits)
  const right = await checkSlowly(access, raw, person, async () => {
    if (!isOfApp && !recoveryCodes) return false
    return inTransaction(access, (tx) =>
      isOfApp ? takeTotpCode(tx, raw.serving, person, digits) : takeRecoveryCode(tx, raw, person, code),
    )
  })
  if (right) return
  await auditRegistry(access, raw, { action: 'confirm.refused', userId: person.userId, prefix: person.prefix })
  throw refuse('secondFactor.wrong', { fields: { code: 'wrong' } })
}

/**
 * Makes sure that whoever changes what guards the account is its owner, and not somebody at a screen left open: by a code where there is
 * a second factor, for a password alone must not make another one, and else by the password. Not asked for ten minutes after a second
 * factor was given, or a minute where it has to be given `now`.
 * Throws `password.wrong` or `secondFactor.wrong`; `fields` says whether it is missing.
 * Somebody with neither (Google's word is all there is so far) has nothing that could be asked.
 */
export const confirm = async (
  ctx: Ctx,
  raw: Raw,
  { password, code }: { password?: string | undefined; code?: string | undefined },
  { now }: { now: boolean } = { now: false },
): Promise<void> => {
  if (gaveSecondFactor(ctx, raw, now ? provenNowFor : provenFor)) return
  const access = raw.serving.tenants.signIn()
  const guards = await guardsOf(access, ctx)
  // A passkey is given to the session, not here: somebody with nothing else gives it again first.
  if (guards?.has_second_factor) return checkCode(access, raw, ctx, code, { recoveryCodes: true })
  if (guards?.password_hash) return checkPassword(access, raw, ctx, guards.password_hash, password)
}

/**
 * Makes sure of whoever does what others have to be able to rely on: a second factor given in this session within the last ten
 * minutes, or a code of the app now. A password is no second factor, and a recovery code only opens a session: whoever found a list of
 * them decides nothing. Somebody who has none passes: a role can require one.
 * Throws `secondFactor.wrong`; `fields` says whether a code is missing. Where it is `required`, whoever has none is refused too, with
 * `secondFactor.missing`; where it has to be `settled`, whoever enrolled one within a day, with `secondFactor.tooNew`: somebody else may have.
 */
export const confirmSecondFactor = async (
  ctx: Ctx,
  raw: Raw,
  code: string | undefined,
  { required, settled }: { required: boolean; settled: boolean },
): Promise<void> => {
  const access = raw.serving.tenants.signIn()
  const guards = await guardsOf(access, ctx)
  const newest = guards?.newest_factor_at ?? null
  if (settled && newest !== null && Date.parse(newest) > Date.parse(settledBefore(raw.serving.clock())))
    throw refuse('secondFactor.tooNew')
  if (guards?.has_second_factor) {
    if (guards.opened_by_recovery || !gaveSecondFactor(ctx, raw, provenFor))
      await checkCode(access, raw, ctx, code, { recoveryCodes: false })
  } else if (required) throw refuse('secondFactor.missing')
}
