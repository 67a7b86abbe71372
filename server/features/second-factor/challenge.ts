import type { Ctx } from '#server/core/ctx.ts'
import type { Within } from '#server/core/in-transaction.ts'
import type { Raw } from '#server/core/serve.ts'

/** How long the answer to a challenge may take, in milliseconds. */
export const challengeLasts = 300_000

/** What the answer is for: one that was asked to make a passkey opens no session. */
type Purpose = 'make' | 'use'

/** Keeps the challenge with the session that it was made for; a newer one takes its place. */
export const keepChallenge = async (
  tx: Within,
  { person }: Ctx,
  { serving }: Raw,
  purpose: Purpose,
  challenge: string,
): Promise<void> => {
  const values = [person.sessionId, `${purpose}:${challenge}`, new Date(serving.clock()).toISOString()]
  await tx.fixed('keep challenge', 'update session set challenge = $2, challenge_at = $3 where id = $1', values)
}

/** The challenge that is being answered, taken away: whatever becomes of the answer, it counts once. Null where there is none. */
export const takeChallenge = async (
  tx: Within,
  { person }: Ctx,
  { serving }: Raw,
  purpose: Purpose,
): Promise<string | null> => {
  const [row] = await tx.fixed<{ challenge: string; challenge_at: string }>(
    'take challenge',
    `with asked as (select id, challenge, challenge_at from session where id = $1 for update)
     update session s set challenge = null, challenge_at = null from asked
      where s.id = asked.id and asked.challenge is not null returning asked.challenge, asked.challenge_at`,
    [person.sessionId],
  )
  const [kept, challenge] = row?.challenge.split(':') ?? []
  const inTime = row !== undefined && Date.parse(row.challenge_at) + challengeLasts > serving.clock()
  return kept === purpose && challenge && inTime ? challenge : null
}
