import { Refused, refuse } from '#server/core/errors.ts'
import type { Access } from '#server/core/tenancy.ts'
import { networkOf } from './network-of.ts'

/** Wrong passwords that cost nothing; each one after that doubles the wait, up to a quarter of an hour. */
const freeAttempts = 5
const longestWaitSeconds = 900
/** Failures older than this are forgotten, and removed as new ones come. */
const memoryMinutes = 30
/** Failures a minute from one address, whoever they were for: an office full of people doesn't reach it, a list of names does at once. */
const mostFromAddress = 30

type Failures = { failures: number; since: number; from_address: number; from_anywhere: number }
/** Whose guess it is, and from where. */
type Guess = {
  account: string
  address: string
  /** Failures remembered of the account at most, wherever they came from; for guesses that not everybody can make. */
  mostFromAnywhere?: number
}

/**
 * Writes the attempt down as failed, then refuses it (signIn.tooMany) if those before it ask for a wait: guesses sent at once count each other.
 * By account and address together, so that nobody can lock out somebody else. Answers the attempt's id.
 */
const countAttempt = async (access: Access, { account, address, mostFromAnywhere }: Guess): Promise<string> => {
  const network = networkOf(address)
  const [written] = await access.fixed<{ id: string }>(
    'attempt',
    // One at a time of an account and of an address, each as long as this statement takes: who has the later number finds all before it.
    `with forgotten as (
       delete from sign_in_attempt where id in (
         select id from sign_in_attempt where at < now() - make_interval(mins => $3) order by at limit 20)),
     turn as materialized (
       select pg_advisory_xact_lock(hashtext('attempt from'), hashtext($2)) as from_there,
              pg_advisory_xact_lock(hashtext('attempt of'), hashtext($1)) as of_them)
     insert into sign_in_attempt (identity, address, succeeded) select $1, $2, false from turn returning id`,
    [account, network, memoryMinutes],
  )
  const [row] = await access.fixed<Failures>(
    'failures',
    `select count(*)::int as failures, coalesce(extract(epoch from clock_timestamp() - max(at)), 0)::float8 as since,
            (select count(*)::int from sign_in_attempt where address = $2 and id < $3 and at > now() - interval '1 minute') as from_address,
            (select count(*)::int from sign_in_attempt
              where identity = $1 and id < $3 and at > now() - make_interval(mins => $4)) as from_anywhere
       from sign_in_attempt where identity = $1 and address = $2 and id < $3 and at > now() - make_interval(mins => $4)`,
    [account, network, written!.id, memoryMinutes],
  )
  const { failures, since, from_address, from_anywhere } = row!
  const forAccount =
    failures < freeAttempts ? 0 : Math.min(2 ** (failures - freeAttempts + 1), longestWaitSeconds) - since
  const isCrowded = from_address >= mostFromAddress || from_anywhere >= (mostFromAnywhere ?? Number.POSITIVE_INFINITY)
  const wait = Math.ceil(Math.max(forAccount, isCrowded ? 60 : 0))
  if (wait <= 0) return written!.id
  // Whoever only asks too early is not a new failure: waiting always ends.
  await takeBack(access, written!.id)
  throw tooMany(wait)
}

const takeBack = (access: Access, attempt: string) =>
  access.fixed('unwritten', 'delete from sign_in_attempt where id = $1', [attempt])

/**
 * Checks a guess, and counts it: true forgets those before it, false is one more. One that was refused before it was looked at
 * (too many wait) is none, or a crowd could make others wait without ever having been wrong. Throws signIn.tooMany.
 */
export const checkCounted = async (access: Access, guess: Guess, check: () => Promise<boolean>): Promise<boolean> => {
  const attempt = await countAttempt(access, guess)
  try {
    const right = await check()
    if (right) await forgetAttempts(access, guess.account, guess.address)
    return right
  } catch (error) {
    if (error instanceof Refused) await takeBack(access, attempt)
    throw error
  }
}

/** A success forgets the failures before it. */
export const forgetAttempts = async (
  access: Pick<Access, 'fixed'>,
  account: string,
  address: string,
): Promise<void> => {
  await access.fixed('forget', 'delete from sign_in_attempt where identity = $1 and address = $2', [
    account,
    networkOf(address),
  ])
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
