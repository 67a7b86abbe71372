import { randomInt } from 'node:crypto'
import type { Ctx } from '#server/core/ctx.ts'
import type { Within } from '#server/core/in-transaction.ts'
import type { Raw } from '#server/core/serve.ts'
import { countRecoveryCodes, fingerprintOfCode } from '#server/domain/one-time-code.ts'
import { auditRegistry } from '#server/domain/registry-audit.ts'
import { tellPerson } from '#server/domain/tell-person.ts'

/** What a second factor is: the authenticator app, or a passkey by the name that its owner gave it. */
export type Factor = { way: 'app' } | { way: 'passkey'; name: string }

/** Changes of one person's guards come one after the other: two at once could take the last two away. */
export const holdGuards = async (tx: Within, { person }: Ctx): Promise<void> => {
  await tx.fixed('hold guards', 'select from app_user where id = $1 for no key update', [person.userId])
}

/** How many second factors the person has. */
export const countFactors = async (tx: Within, { person }: Ctx): Promise<number> => {
  const [row] = await tx.fixed<{ factors: number }>(
    'count factors',
    `select (select count(*) from totp where user_id = $1 and confirmed_at is not null)::int
          + (select count(*) from passkey where user_id = $1)::int as factors`,
    [person.userId],
  )
  return row?.factors ?? 0
}

// No letter that could be another or a digit: 32 of them, five bits each.
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const randomCode = (): string => {
  const code = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

/**
 * Ten new recovery codes in place of those that are left. They are seen now or never: only their fingerprints are kept. What was used
 * stays: by it one can tell which session a recovery code opened.
 */
export const replaceRecoveryCodes = async (tx: Within, { person }: Ctx, { serving }: Raw): Promise<string[]> => {
  const codes = Array.from({ length: 10 }, randomCode)
  const prints = codes.map((code) => fingerprintOfCode(serving, person.userId, code))
  await tx.fixed('drop unused codes', 'delete from recovery_code where user_id = $1 and used_at is null', [
    person.userId,
  ])
  await tx.fixed(
    'keep recovery codes',
    'insert into recovery_code (user_id, code_hash, created_at) select $1, print, $3 from unnest($2::text[]) print',
    [person.userId, prints, new Date(serving.clock()).toISOString()],
  )
  return codes
}

/** Somebody who has just shown a second factor has given it: in this session, and in no other that is open. */
const countAsGiven = async (tx: Within, { person }: Ctx, { serving }: Raw): Promise<void> => {
  await tx.fixed(
    'count as given',
    'update session set second_factor_at = case when id = $2 then $3::timestamptz end where user_id = $1 and revoked_at is null',
    [person.userId, person.sessionId, new Date(serving.clock()).toISOString()],
  )
}

/**
 * What follows from a factor that was added, in its transaction, in which `holdGuards` came first. Answers the recovery codes that come
 * with the first one; null where some are left.
 */
export const factorAdded = async (tx: Within, ctx: Ctx, raw: Raw, factor: Factor): Promise<string[] | null> => {
  const { userId, prefix } = ctx.person
  await countAsGiven(tx, ctx, raw)
  await tellPerson(tx, { userId, kind: 'secondFactor.added', params: factor })
  await auditRegistry(tx, raw, { action: 'secondFactor.added', userId, prefix, details: factor })
  return (await countRecoveryCodes(tx, userId)) === 0 ? replaceRecoveryCodes(tx, ctx, raw) : null
}

/** The same for one that was removed: with the last, the recovery codes go too. */
export const factorRemoved = async (tx: Within, ctx: Ctx, raw: Raw, factor: Factor): Promise<void> => {
  const { userId, prefix } = ctx.person
  if ((await countFactors(tx, ctx)) === 0)
    await tx.fixed('drop recovery codes', 'delete from recovery_code where user_id = $1', [userId])
  await tellPerson(tx, { userId, kind: 'secondFactor.removed', params: factor })
  await auditRegistry(tx, raw, { action: 'secondFactor.removed', userId, prefix, details: factor })
}
