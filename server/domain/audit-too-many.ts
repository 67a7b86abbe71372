import { Refused } from '#rules/refused.ts'
import type { Raw } from '#server/core/serve.ts'
import { isWithin } from './limit-calls.ts'
import { networkOf } from './network-of.ts'
import { auditRegistry } from './registry-audit.ts'

/** Of one person from one address a minute holds one row, and of all people from there ten: whoever guesses by the thousand must not fill the audit. */
const ofPerson = [{ most: 1, seconds: 60 }]
const fromAddress = [{ most: 10, seconds: 60 }]

type Waiting = { account: string; identity: string | null; userId: string | null; details?: object }

/** Writes down that somebody was told to wait before they may sign in; any other refusal is written down where it is made. Hands on the error. */
export const auditTooMany = async (raw: Raw, { account, details, ...who }: Waiting, error: unknown): Promise<never> => {
  const { serving, request } = raw
  const network = networkOf(request.ip)
  if (
    error instanceof Refused &&
    error.status === 429 &&
    (await isWithin(serving, `wait of ${account} from ${network}`, ofPerson)) &&
    (await isWithin(serving, `waits from ${network}`, fromAddress))
  )
    await auditRegistry(serving.tenants.signIn(), raw, {
      action: 'signIn.refused',
      ...who,
      details: { ...details, reason: 'too many' },
    })
  throw error
}
