import type * as contract from '#contract/auth.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { defaultLanguageByPrefix } from '#contract/core/languages.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { runInTransaction } from '#server/core/in-transaction.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { insertSession, type SignInAccount } from '#server/domain/open-session.ts'
import { recordRegistryAuditEvent } from '#server/domain/registry-audit.ts'
import { endSession } from './end-session.ts'

const findMemberSql = `
  select u.id, u.email, u.username, u.idioma, u.home_prefix, m.prefix as entry_prefix
    from app_user u join membership m on m.user_id = u.id and m.prefix = $2 and m.ended_at is null
   where u.id = $1 and u.disabled_at is null`

/**
 * Ends the session and opens one in the other prefix, both or neither. The language follows the prefix again.
 * Throws `prefix.notYours`; `session.revoked` for the second of two at once.
 */
export const switchPrefix = async (
  { person, prefix: from }: Ctx,
  { body: { prefix: to } }: ParsedRequest<typeof contract.switchPrefix>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.switchPrefix>> =>
  runInTransaction(raw.deps.tenants.signIn(), async (tx) => {
    if (!(await endSession(tx, raw, person, person.sessionId))) throw buildRefusal('session.revoked')
    const [account] = await tx.queryPrepared<SignInAccount>('member', findMemberSql, [person.userId, to])
    if (!account) throw buildRefusal('prefix.notYours')
    const opened = await insertSession(tx, raw, account, to, person)
    await tx.queryPrepared('forget language', 'update preference set language = null where user_id = $1', [
      person.userId,
    ])
    await recordRegistryAuditEvent(tx, raw, {
      action: 'prefix.switched',
      userId: person.userId,
      prefix: to,
      details: { from, to },
    })
    return { ...opened, idioma: to === account.home_prefix ? account.idioma : defaultLanguageByPrefix[to] }
  })
