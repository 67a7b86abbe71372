import { verify } from '@node-rs/argon2'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { runInTransaction } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'
import type { DatabaseAccess } from '#server/core/tenancy.ts'
import { checkCodeWithThrottle, consumeRecoveryCode, consumeTotpCode } from './one-time-code.ts'
import { recordRegistryAuditEvent } from './registry-audit.ts'
import { getRightAgeThreshold } from './right-gains.ts'
import { checkWithThrottle, runInCheckQueue, toSignInAttempt } from './sign-in-throttle.ts'

/** How long a second factor that was given speaks for the person, in milliseconds. */
const secondFactorValidityMs = 600_000
/** The same where it has to be given for what is asked: long enough for a passkey to be given first. */
const freshFactorValidityMs = 60_000

type AccountCredentials = {
  password_hash: string | null
  has_second_factor: boolean
  newest_factor_at: string | null
  opened_by_recovery: boolean
}

// A session that was given a recovery code says the same moment as the code that was used up.
const findCredentialsSql = `
  select (select password_hash from credential where user_id = $1) as password_hash,
         exists (select from totp where user_id = $1 and confirmed_at is not null)
           or exists (select from passkey where user_id = $1) as has_second_factor,
         (select max(at) from (select confirmed_at as at from totp where user_id = $1
                               union all select created_at from passkey where user_id = $1) f) as newest_factor_at,
         exists (select from recovery_code where user_id = $1 and used_at = $2) as opened_by_recovery`

const findCredentials = async (access: DatabaseAccess, { person }: Ctx): Promise<AccountCredentials | undefined> => {
  const [guards] = await access.queryPrepared<AccountCredentials>('guards', findCredentialsSql, [
    person.userId,
    person.secondFactorAt,
  ])
  return guards
}

const hasRecentSecondFactor = ({ person }: Ctx, { deps }: HttpContext, within: number): boolean =>
  person.secondFactorAt !== null && Date.parse(person.secondFactorAt) + within > deps.clock()

const assertPassword = async (
  access: DatabaseAccess,
  raw: HttpContext,
  { person }: Ctx,
  hash: string,
  password: string | undefined,
): Promise<void> => {
  if (password === undefined) throw buildRefusal('password.wrong', { fields: { password: 'required' } })
  // The count of signing in: a session left open is no second place to guess at.
  const guess = toSignInAttempt(raw, person.email)
  if (await checkWithThrottle(access, guess, () => runInCheckQueue(() => verify(hash, password)))) return
  await recordRegistryAuditEvent(access, raw, {
    action: 'confirm.refused',
    userId: person.userId,
    prefix: person.prefix,
  })
  throw buildRefusal('password.wrong', { fields: { password: 'wrong' } })
}

type AcceptedCodes = { recoveryCodes: boolean }

const assertSecondFactorCode = async (
  access: DatabaseAccess,
  raw: HttpContext,
  { person }: Ctx,
  code: string | undefined,
  { recoveryCodes }: AcceptedCodes,
): Promise<void> => {
  if (!code) throw buildRefusal('secondFactor.wrong', { fields: { code: 'required' } })
  const digits = code.replace(/\s/g, '')
  const isOfApp = /^\d{6}$/.test(digits)
  const right = await checkCodeWithThrottle(access, raw, person, async () => {
    if (!isOfApp && !recoveryCodes) return false
    return runInTransaction(access, (tx) =>
      isOfApp ? consumeTotpCode(tx, raw.deps, person, digits) : consumeRecoveryCode(tx, raw, person, code),
    )
  })
  if (right) return
  await recordRegistryAuditEvent(access, raw, {
    action: 'confirm.refused',
    userId: person.userId,
    prefix: person.prefix,
  })
  throw buildRefusal('secondFactor.wrong', { fields: { code: 'wrong' } })
}

/**
 * Makes sure that whoever changes what guards the account is its owner, and not somebody at a screen left open: by a code where there is
 * a second factor, for a password alone must not make another one, and else by the password. Not asked for ten minutes after a second
 * factor was given, or a minute where it has to be given `now`.
 * Throws `password.wrong` or `secondFactor.wrong`; `fields` says whether it is missing.
 * Somebody with neither (Google's word is all there is so far) has nothing that could be asked.
 * See docs/decisions/0103-limits-of-passwords.md
 */
export const confirmIdentity = async (
  ctx: Ctx,
  raw: HttpContext,
  { password, code }: { password?: string | undefined; code?: string | undefined },
  { now }: { now: boolean } = { now: false },
): Promise<void> => {
  if (hasRecentSecondFactor(ctx, raw, now ? freshFactorValidityMs : secondFactorValidityMs)) return
  const access = raw.deps.tenants.signIn()
  const guards = await findCredentials(access, ctx)
  // A passkey is given to the session, not here: somebody with nothing else gives it again first.
  if (guards?.has_second_factor) return assertSecondFactorCode(access, raw, ctx, code, { recoveryCodes: true })
  if (guards?.password_hash) return assertPassword(access, raw, ctx, guards.password_hash, password)
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
  raw: HttpContext,
  code: string | undefined,
  { required, settled }: { required: boolean; settled: boolean },
): Promise<void> => {
  const access = raw.deps.tenants.signIn()
  const guards = await findCredentials(access, ctx)
  const newest = guards?.newest_factor_at ?? null
  if (settled && newest !== null && Date.parse(newest) > Date.parse(getRightAgeThreshold(raw.deps.clock())))
    throw buildRefusal('secondFactor.tooNew')
  if (guards?.has_second_factor) {
    if (guards.opened_by_recovery || !hasRecentSecondFactor(ctx, raw, secondFactorValidityMs))
      await assertSecondFactorCode(access, raw, ctx, code, { recoveryCodes: false })
  } else if (required) throw buildRefusal('secondFactor.missing')
}
