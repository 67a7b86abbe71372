import { refuse } from '#server/core/errors.ts'
import type { Access } from '#server/core/tenancy.ts'

/** Wrong passwords that cost nothing; each one after that doubles the wait, up to a quarter of an hour. */
const freeAttempts = 5
const longestWaitSeconds = 900
/** Failures older than this are forgotten, and removed as new ones come. */
const memoryMinutes = 30
/** Failures a minute from one address, whoever they were for: an office full of people doesn't reach it, a list of names does at once. */
const mostFromAddress = 30

type Failures = { failures: number; since: number; from_address: number }

/**
 * Writes the attempt down as failed, then refuses it (signIn.tooMany) if those before it ask for a wait: guesses sent at once count each other.
 * By account and address together, so that nobody can lock out somebody else.
 */
export const countAttempt = async (access: Access, account: string, address: string): Promise<void> => {
  const [written] = await access.fixed<{ id: string }>(
    'attempt',
    `with forgotten as (
       delete from sign_in_attempt where id in (
         select id from sign_in_attempt where at < now() - make_interval(mins => $3) order by at limit 20))
     insert into sign_in_attempt (identity, address, succeeded) values ($1, $2, false) returning id`,
    [account, address, memoryMinutes],
  )
  const [row] = await access.fixed<Failures>(
    'failures',
    `select count(*)::int as failures, coalesce(extract(epoch from clock_timestamp() - max(at)), 0)::float8 as since,
            (select count(*)::int from sign_in_attempt where address = $2 and id < $3 and at > now() - interval '1 minute') as from_address
       from sign_in_attempt where identity = $1 and address = $2 and id < $3 and at > now() - make_interval(mins => $4)`,
    [account, address, written!.id, memoryMinutes],
  )
  const { failures, since, from_address } = row!
  const forAccount =
    failures < freeAttempts ? 0 : Math.min(2 ** (failures - freeAttempts + 1), longestWaitSeconds) - since
  const wait = Math.ceil(Math.max(forAccount, from_address < mostFromAddress ? 0 : 60))
  if (wait <= 0) return
  // Whoever only asks too early is not a new failure: waiting always ends.
  await access.fixed('unwritten', 'delete from sign_in_attempt where id = $1', [written!.id])
  throw tooMany(wait)
}

/** A success forgets the failures before it. */
export const forgetAttempts = async (
  access: Pick<Access, 'fixed'>,
  account: string,
  address: string,
): Promise<void> => {
  await access.fixed('forget', 'delete from sign_in_attempt where identity = $1 and address = $2', [account, address])
}

const tooMany = (seconds: number) =>
  refuse('signIn.tooMany', { retryAfterSeconds: seconds, message: 'Usuario o contraseña incorrectos' })

/** Passwords that are checked at once, and that may wait for it. Each check keeps a core busy: the rest of the house goes on working. */
const mostAtOnce = 2
const mostWaiting = 40
let running = 0
const waiting: (() => void)[] = []

/** Runs a check when its turn comes; refuses it at once (signIn.tooMany) where too many wait already. */
export const inTurn = async <T>(check: () => Promise<T>): Promise<T> => {
  if (running >= mostAtOnce) {
    if (waiting.length >= mostWaiting) throw tooMany(1)
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await check()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
