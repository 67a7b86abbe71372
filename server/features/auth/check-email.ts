import type { checkEmail } from '#contract/auth.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { findCaller, type HttpContext } from '#server/core/routes.ts'
import { maskEmail } from '#server/domain/mask-identifiers.ts'
import { toNetworkAddress } from '#server/domain/network-address.ts'
import { assertWithinRateLimit } from '#server/domain/rate-limit.ts'
import { recordRegistryAuditEvent } from '#server/domain/registry-audit.ts'

const anonymousRateLimits = [
  { maxCalls: 10, seconds: 60 },
  { maxCalls: 60, seconds: 3600 },
]
const staffRateLimits = [{ maxCalls: 60, seconds: 60 }]

/** Somebody without a password signs in with Google, where that is possible at all. */
const findUserByEmailSql = `
  select u.username
    from app_user u
    join entry e on e.user_id = u.id
   where u.email = $1
     and ($2::boolean or exists (select from credential c where c.user_id = u.id))`

/** Tells, as specified, whether somebody can sign in with an e-mail. Known or not, the same is done. */
export const checkEmailRegistered = async (
  { query }: ParsedRequest<typeof checkEmail>,
  raw: HttpContext,
): Promise<ResponseBody<typeof checkEmail>> => {
  const { deps, request } = raw
  const caller = await findCaller(raw)
  await (caller
    ? assertWithinRateLimit(deps, `check-email by ${caller.userId}`, staffRateLimits)
    : assertWithinRateLimit(deps, `check-email from ${toNetworkAddress(request.ip)}`, anonymousRateLimits))
  const email = query.email.toLowerCase()
  const access = deps.tenants.signIn()
  const values = [email, deps.config.googleClientId !== undefined]
  const [found] = await access.queryPrepared<{ username: string }>('find by email', findUserByEmailSql, values)
  await recordRegistryAuditEvent(access, raw, {
    action: 'email.checked',
    userId: caller?.userId ?? null,
    identity: found ? email : maskEmail(email),
    prefix: caller?.prefix ?? null,
    details: { exists: found !== undefined },
  })
  return { exists: found !== undefined, username: caller && found ? found.username : null }
}
