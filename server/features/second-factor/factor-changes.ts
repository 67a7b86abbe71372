import { randomInt } from 'node:crypto'
import type { Ctx } from '#server/core/ctx.ts'
import type { PreparedStatements } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { notifyAccountOwner } from '#server/domain/notify-account-owner.ts'
import { countRecoveryCodes, hashRecoveryCode } from '#server/domain/one-time-code.ts'
import { recordRegistryAuditEvent } from '#server/domain/registry-audit.ts'

/** What a second factor is: the authenticator app, or a passkey by the name that its owner gave it. */
export type SecondFactorMethod = { way: 'app' } | { way: 'passkey'; name: string }

/** Changes of one person's guards come one after the other: two at once could take the last two away. */
export const lockFactors = async (tx: PreparedStatements, { person }: Ctx): Promise<void> => {
  await tx.queryPrepared('hold guards', 'select from app_user where id = $1 for no key update', [person.userId])
}

/** How many second factors the person has. */
export const countFactors = async (tx: PreparedStatements, { person }: Ctx): Promise<number> => {
  const [row] = await tx.queryPrepared<{ factors: number }>(
    'count factors',
    `select (select count(*) from totp where user_id = $1 and confirmed_at is not null)::int
          + (select count(*) from passkey where user_id = $1)::int as factors`,
    [person.userId],
  )
  return row?.factors ?? 0
}

// No letter that could be another or a digit: 32 of them, five bits each.
const recoveryCodeAlphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const createRecoveryCode = (): string => {
  const code = Array.from({ length: 10 }, () => recoveryCodeAlphabet[randomInt(recoveryCodeAlphabet.length)]).join('')
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

/**
 * Ten new recovery codes in place of those that are left. They are seen now or never: only their fingerprints are kept. What was used
 * stays: by it one can tell which session a recovery code opened.
 */
export const replaceRecoveryCodes = async (
  tx: PreparedStatements,
  { person }: Ctx,
  { deps }: HttpContext,
): Promise<string[]> => {
  const codes = Array.from({ length: 10 }, createRecoveryCode)
  const prints = codes.map((code) => hashRecoveryCode(deps, person.userId, code))
  await tx.queryPrepared('drop unused codes', 'delete from recovery_code where user_id = $1 and used_at is null', [
    person.userId,
  ])
  await tx.queryPrepared(
    'keep recovery codes',
    'insert into recovery_code (user_id, code_hash, created_at) select $1, print, $3 from unnest($2::text[]) print',
    [person.userId, prints, new Date(deps.clock()).toISOString()],
  )
  return codes
}

/** Somebody who has just shown a second factor has given it: in this session, and in no other that is open. */
const markSecondFactorGiven = async (tx: PreparedStatements, { person }: Ctx, { deps }: HttpContext): Promise<void> => {
  await tx.queryPrepared(
    'count as given',
    'update session set second_factor_at = case when id = $2 then $3::timestamptz end where user_id = $1 and revoked_at is null',
    [person.userId, person.sessionId, new Date(deps.clock()).toISOString()],
  )
}

/**
 * What follows from a factor that was added, in its transaction, in which `lockFactors` came first. Answers the recovery codes that come
 * with the first one; null where some are left.
 */
export const handleFactorAdded = async (
  tx: PreparedStatements,
  ctx: Ctx,
  raw: HttpContext,
  factor: SecondFactorMethod,
): Promise<string[] | null> => {
  const { userId, prefix } = ctx.person
  await markSecondFactorGiven(tx, ctx, raw)
  await notifyAccountOwner(tx, { userId, kind: 'secondFactor.added', params: factor })
  await recordRegistryAuditEvent(tx, raw, { action: 'secondFactor.added', userId, prefix, details: factor })
  return (await countRecoveryCodes(tx, userId)) === 0 ? replaceRecoveryCodes(tx, ctx, raw) : null
}

/** The same for one that was removed: with the last, the recovery codes go too. */
export const handleFactorRemoved = async (
  tx: PreparedStatements,
  ctx: Ctx,
  raw: HttpContext,
  factor: SecondFactorMethod,
): Promise<void> => {
  const { userId, prefix } = ctx.person
  if ((await countFactors(tx, ctx)) === 0)
    await tx.queryPrepared('drop recovery codes', 'delete from recovery_code where user_id = $1', [userId])
  await notifyAccountOwner(tx, { userId, kind: 'secondFactor.removed', params: factor })
  await recordRegistryAuditEvent(tx, raw, { action: 'secondFactor.removed', userId, prefix, details: factor })
}
