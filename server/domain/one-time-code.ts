import { Secret, TOTP } from 'otpauth'
import type { PreparedStatements } from '#server/core/in-transaction.ts'
import type { EndpointDeps, HttpContext } from '#server/core/routes.ts'
import type { SessionUser } from '#server/core/session.ts'
import type { DatabaseAccess } from '#server/core/tenancy.ts'
import { notifyAccountOwner } from './notify-account-owner.ts'
import { recordRegistryAuditEvent } from './registry-audit.ts'
import { checkWithThrottle, type SignInAttempt, toSignInAttempt } from './sign-in-throttle.ts'

/** Whom a code must belong to. */
type CodeOwner = { userId: string; email: string }

/** How authenticator apps count: six digits, thirty seconds, SHA-1. All of them know that, few know more. */
export const buildTotp = (secret: string, email: string): TOTP =>
  new TOTP({
    issuer: 'Atalaya',
    label: email,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: Secret.fromBase32(secret),
  })

/** The time step whose code this is, one before or after now at most; null where it is none. */
export const findTotpStep = (totp: TOTP, code: string, now: number): number | null => {
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}

/** True for a code of the app in use. Each of its time steps counts once, and none before one that has counted. */
export const consumeTotpCode = async (
  tx: PreparedStatements,
  deps: EndpointDeps,
  who: CodeOwner,
  code: string,
): Promise<boolean> => {
  const [row] = await tx.queryPrepared<{ secret: string }>(
    'totp in use',
    'select secret from totp where user_id = $1 and confirmed_at is not null',
    [who.userId],
  )
  if (!row) return false
  const step = findTotpStep(buildTotp(deps.getSecretBox('totp').decrypt(row.secret), who.email), code, deps.clock())
  if (step === null) return false
  const taken = await tx.queryPrepared(
    'take totp step',
    'update totp set last_step = $2 where user_id = $1 and last_step < $2 returning user_id',
    [who.userId, step],
  )
  return taken.length === 1
}

/** As people copy them: without the line, in any case, with the letters that look like digits read as those. */
const normalizeRecoveryCode = (code: string): string =>
  code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')

/** What is kept of a recovery code: it can be recognised, not read. */
export const hashRecoveryCode = (deps: EndpointDeps, userId: string, code: string): string =>
  deps.getSecretBox('recovery-code').fingerprint(`${userId}:${normalizeRecoveryCode(code)}`)

/** True for a recovery code that wasn't used yet; it is then, and its owner is told. */
export const consumeRecoveryCode = async (
  tx: PreparedStatements,
  raw: HttpContext,
  who: CodeOwner,
  code: string,
  now = new Date(raw.deps.clock()).toISOString(),
): Promise<boolean> => {
  const { deps } = raw
  const taken = await tx.queryPrepared(
    'take recovery code',
    'update recovery_code set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null returning user_id',
    [who.userId, hashRecoveryCode(deps, who.userId, code), now],
  )
  if (taken.length === 0) return false
  const left = await countRecoveryCodes(tx, who.userId)
  await notifyAccountOwner(tx, { userId: who.userId, kind: 'recoveryCode.used', params: { left: String(left) } })
  await recordRegistryAuditEvent(tx, raw, { action: 'recoveryCode.used', userId: who.userId, details: { left } })
  return true
}

/** Those that weren't used. */
export const countRecoveryCodes = async (tx: PreparedStatements, userId: string): Promise<number> => {
  const [row] = await tx.queryPrepared<{ left: number }>(
    'recovery codes left',
    'select count(*)::int as left from recovery_code where user_id = $1 and used_at is null',
    [userId],
  )
  return row?.left ?? 0
}

/**
 * Wrong codes of a person in half an hour, from however many addresses: six digits would not stand more. Only whoever has the
 * password gets as far as this, so that nobody else can use them up.
 */
const maxWrongCodes = 30

/**
 * Checks what proves a person besides the password, slowed down as passwords are, with a count of its own: whoever guesses
 * codes keeps nobody from signing in. Sessions that wait for the code are counted apart from open ones: whoever knows the password can
 * open as many of the first as they like, and keeps the owner from approving in none of the second. Throws `secondFactor.tooMany`.
 */
export const checkCodeWithThrottle = async (
  access: DatabaseAccess,
  raw: HttpContext,
  { email, states }: Pick<SessionUser, 'email' | 'states'>,
  check: () => Promise<boolean>,
): Promise<boolean> => {
  const account = states.includes('secondFactor') ? `${email} 2f` : `${email} 2f open`
  const guess: SignInAttempt = {
    ...toSignInAttempt(raw, account),
    maxFailuresFromAnywhere: maxWrongCodes,
    tooMany: 'secondFactor.tooMany',
  }
  return checkWithThrottle(access, guess, check)
}
