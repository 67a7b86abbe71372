import { verify } from '@node-rs/argon2'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import type { unlock as contract } from '#contract/session.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { inTransaction } from '#server/core/in-transaction.ts'
import type { Raw } from '#server/core/serve.ts'
import { auditRegistry } from '#server/domain/registry-audit.ts'
import { countAttempt, forgetAttempts, inTurn } from '#server/domain/slow-down.ts'

type Keys = { password_hash: string | null }
type Body = Parsed<typeof contract>['body']

const findKeys = `
  select c.password_hash from app_user u left join credential c on c.user_id = u.id where u.id = $1`

const isRight = async (keys: Keys, { password }: Body): Promise<boolean> => {
  const hash = keys.password_hash
  if (!hash || password === undefined) throw refuse('request.invalid', { fields: { password: 'required' } })
  return inTurn(() => verify(hash, password))
}

/** Opens a locked session for its own person. Wrong tries count with those of signing in. Throws `password.wrong`. */
export const unlock = async (
  { person, prefix }: Ctx,
  { body }: Parsed<typeof contract>,
  raw: Raw,
): Promise<Answer<typeof contract>> => {
  const access = raw.serving.tenants.signIn()
  const { ip } = raw.request
  const event = { userId: person.userId, prefix }
  const [keys] = await access.fixed<Keys>('unlock keys', findKeys, [person.userId])
  await countAttempt(access, person.email, ip)
  if (!(await isRight(keys!, body))) {
    await auditRegistry(access, raw, { ...event, action: 'unlock.refused' })
    throw refuse('password.wrong', { fields: { password: 'wrong' } })
  }
  await forgetAttempts(access, person.email, ip)
  return inTransaction(access, async (tx) => {
    const opened = await tx.fixed(
      'unlock session',
      'update session set locked_at = null where id = $1 and locked_at is not null returning id',
      [person.sessionId],
    )
    if (opened.length > 0) await auditRegistry(tx, raw, { ...event, action: 'unlock' })
    return { locked: false }
  })
}
