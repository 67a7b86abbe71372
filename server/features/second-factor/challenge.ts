import type { Ctx } from '#server/core/ctx.ts'
import type { PreparedStatements } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'

/** How long the answer to a challenge may take, in milliseconds. */
export const challengeLifetimeMs = 300_000

/** What the answer is for: one that was asked to make a passkey opens no session. */
type ChallengePurpose = 'make' | 'use'

/** Keeps the challenge with the session that it was made for; a newer one takes its place. */
export const saveChallenge = async (
  tx: PreparedStatements,
  { person }: Ctx,
  { deps }: HttpContext,
  purpose: ChallengePurpose,
  challenge: string,
): Promise<void> => {
  const values = [person.sessionId, `${purpose}:${challenge}`, new Date(deps.clock()).toISOString()]
  await tx.queryPrepared('keep challenge', 'update session set challenge = $2, challenge_at = $3 where id = $1', values)
}

/** The challenge that is being answered, taken away: whatever becomes of the answer, it counts once. Null where there is none. */
export const consumeChallenge = async (
  tx: PreparedStatements,
  { person }: Ctx,
  { deps }: HttpContext,
  purpose: ChallengePurpose,
): Promise<string | null> => {
  const [row] = await tx.queryPrepared<{ challenge: string; challenge_at: string }>(
    'take challenge',
    `with issued as (select id, challenge, challenge_at from session where id = $1 for update)
     update session s set challenge = null, challenge_at = null from issued
      where s.id = issued.id and issued.challenge is not null returning issued.challenge, issued.challenge_at`,
    [person.sessionId],
  )
  const [kept, challenge] = row?.challenge.split(':') ?? []
  const inTime = row !== undefined && Date.parse(row.challenge_at) + challengeLifetimeMs > deps.clock()
  return kept === purpose && challenge && inTime ? challenge : null
}
