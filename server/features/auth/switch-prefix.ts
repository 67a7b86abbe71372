import type { switchPrefix as contract } from '#contract/auth.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { prefixLanguage } from '#contract/core/languages.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import { inTransaction } from '#server/core/in-transaction.ts'
import type { Raw } from '#server/core/serve.ts'
import { type Account, writeSession } from '#server/domain/open-session.ts'
import { auditRegistry } from '#server/domain/registry-audit.ts'
import { endSession } from './end-session.ts'

const findMember = `
  select u.id, u.email, u.username, u.idioma, u.home_prefix, m.prefix as entry_prefix
    from app_user u join membership m on m.user_id = u.id and m.prefix = $2 and m.ended_at is null
   where u.id = $1 and u.disabled_at is null`

/**
 * Ends the session and opens one in the other prefix, both or neither. The language follows the prefix again.
 * Throws `prefix.notYours`; `session.revoked` for the second of two at once.
 */
export const switchPrefix = async (
  { person, prefix: from }: Ctx,
  { body: { prefix: to } }: Parsed<typeof contract>,
  raw: Raw,
): Promise<Answer<typeof contract>> =>
  inTransaction(raw.serving.tenants.signIn(), async (tx) => {
    if (!(await endSession(tx, raw, person, person.sessionId))) throw refuse('session.revoked')
    const [account] = await tx.fixed<Account>('member', findMember, [person.userId, to])
    if (!account) throw refuse('prefix.notYours')
    const opened = await writeSession(tx, raw, account, to, person)
    await tx.fixed('forget language', 'update preference set language = null where user_id = $1', [person.userId])
    await auditRegistry(tx, raw, {
      action: 'prefix.switched',
      userId: person.userId,
      prefix: to,
      details: { from, to },
    })
    return { ...opened, idioma: to === account.home_prefix ? account.idioma : prefixLanguage[to] }
  })
