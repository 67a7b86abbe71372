import { RefusalError } from '#rules/refusal-error.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { toNetworkAddress } from './network-address.ts'
import { isWithinRateLimit } from './rate-limit.ts'
import { recordRegistryAuditEvent } from './registry-audit.ts'

/** Of one person from one address a minute holds one row, and of all people from there ten: whoever guesses by the thousand must not fill the audit. */
const perPersonLimits = [{ maxCalls: 1, seconds: 60 }]
const perAddressLimits = [{ maxCalls: 10, seconds: 60 }]

type ThrottledSignIn = { account: string; identity: string | null; userId: string | null; details?: object }

/** Writes down that somebody was told to wait before they may sign in; any other refusal is written down where it is made. Hands on the error. */
export const auditRateLimitRefusal = async (
  raw: HttpContext,
  { account, details, ...who }: ThrottledSignIn,
  error: unknown,
): Promise<never> => {
  const { deps, request } = raw
  const network = toNetworkAddress(request.ip)
  if (
    error instanceof RefusalError &&
    error.status === 429 &&
    (await isWithinRateLimit(deps, `wait of ${account} from ${network}`, perPersonLimits)) &&
    (await isWithinRateLimit(deps, `waits from ${network}`, perAddressLimits))
  )
    await recordRegistryAuditEvent(deps.tenants.signIn(), raw, {
      action: 'signIn.refused',
      ...who,
      details: { ...details, reason: 'too many' },
    })
  throw error
}
