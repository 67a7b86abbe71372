import type { checkEmail } from '#contract/auth.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { callerOf, type Raw } from '#server/core/serve.ts'
import { limitCalls } from '#server/domain/limit-calls.ts'
import { masked } from '#server/domain/masked.ts'
import { networkOf } from '#server/domain/network-of.ts'
import { auditRegistry } from '#server/domain/registry-audit.ts'

const forAnybody = [
  { most: 10, seconds: 60 },
  { most: 60, seconds: 3600 },
]
const forStaff = [{ most: 60, seconds: 60 }]

/** Somebody without a password signs in with Google, where that is possible at all. */
const findByEmail = `
  select u.username
    from app_user u
    join entry e on e.user_id = u.id
   where u.email = $1
     and ($2::boolean or exists (select from credential c where c.user_id = u.id))`

/** Tells, as specified, whether somebody can sign in with an e-mail. Known or not, the same is done. */
export const checkWhetherKnown = async (
  { query }: Parsed<typeof checkEmail>,
  raw: Raw,
): Promise<Answer<typeof checkEmail>> => {
  const { serving, request } = raw
  const caller = await callerOf(raw)
  await (caller
    ? limitCalls(serving, `check-email by ${caller.userId}`, forStaff)
    : limitCalls(serving, `check-email from ${networkOf(request.ip)}`, forAnybody))
  const email = query.email.toLowerCase()
  const access = serving.tenants.signIn()
  const values = [email, serving.config.googleClientId !== undefined]
  const [found] = await access.fixed<{ username: string }>('find by email', findByEmail, values)
  await auditRegistry(access, raw, {
    action: 'email.checked',
    userId: caller?.userId ?? null,
    identity: found ? email : masked(email),
    prefix: caller?.prefix ?? null,
    details: { exists: found !== undefined },
  })
  return { exists: found !== undefined, username: caller && found ? found.username : null }
}
