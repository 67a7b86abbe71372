import { RefusalError } from '#rules/refusal-error.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import type { DatabaseAccess } from '#server/core/tenancy.ts'
import { toNetworkAddress } from './network-address.ts'

/** Wrong passwords that cost nothing; each one after that doubles the wait, up to a quarter of an hour. */
const freeSignInAttempts = 5
const maxWaitSeconds = 900
/** Failures older than this are forgotten, and removed as new ones come. */
const failureMemoryMinutes = 30
/** Failures a minute from one address, whoever they were for: an office full of people doesn't reach it, a list of names does at once. */
const maxFailuresFromAddress = 30

/** Failures of one account in that time from however many addresses, beyond which places that it never signed in from have to wait. */
const maxFailuresFromUnknown = 50
/** How long a place that somebody signed in from is known, in days. */
const knownPlaceDays = 90

type SignInFailures = { failures: number; since: number; from_address: number; from_anywhere: number; known: boolean }
/** Whose guess it is, and from where. */
export type SignInAttempt = {
  account: string
  address: string
  /** What the browser calls itself, as a fingerprint. Those that were never right count together. */
  device: string
  /** Failures remembered of the account at most, wherever they came from and whoever knows the place; for guesses that not everybody can make. */
  maxFailuresFromAnywhere?: number
  /** What one too many is refused with; where it isn't said, the specification's words at the sign-in. */
  tooMany?: 'secondFactor.tooMany'
}

/** The guess of a request, whose account it is for. */
export const toSignInAttempt = ({ request, deps }: HttpContext, account: string): SignInAttempt => ({
  account,
  address: request.ip,
  device: deps.getSecretBox('sign-in').fingerprint(request.headers['user-agent'] ?? ''),
})

const insertAttemptSql = `
  with forgotten as (
    delete from sign_in_attempt where id in (
      select id from sign_in_attempt where at < now() - make_interval(mins => $3) order by at limit 20)),
  turn as materialized (
    select pg_advisory_xact_lock(hashtext('attempt from'), hashtext($2)) as from_there,
           pg_advisory_xact_lock(hashtext('attempt of'), hashtext($1)) as of_them)
  insert into sign_in_attempt (identity, address, succeeded, device)
  select $1, $2, false, coalesce(
           (select p.device from sign_in_place p
             where p.identity = $1 and p.address = $2 and p.device = $4 and p.seen_at > now() - make_interval(days => ${knownPlaceDays})), '')
    from turn
  returning id, device`

const countFailuresSql = `
  select count(*)::int as failures, coalesce(extract(epoch from clock_timestamp() - max(at)), 0)::float8 as since,
         (select count(*)::int from sign_in_attempt where address = $2 and id < $3 and at > now() - interval '1 minute') as from_address,
         (select count(*)::int from sign_in_attempt
           where identity = $1 and id < $3 and at > now() - make_interval(mins => $4)) as from_anywhere,
         exists (select from sign_in_place
                  where identity = $1 and address = $2 and seen_at > now() - make_interval(days => ${knownPlaceDays})) as known
    from sign_in_attempt
   where identity = $1 and address = $2 and device = $5 and id < $3 and at > now() - make_interval(mins => $4)`

/** Whether the crowd that guesses makes this guess wait: that of an address, or that which guesses at one account. A known place is none of it. */
const hasTooManyFailures = (
  { from_address, from_anywhere, known }: SignInFailures,
  most: number | undefined,
): boolean => {
  if (from_anywhere >= (most ?? Number.POSITIVE_INFINITY)) return true
  return !known && (from_address >= maxFailuresFromAddress || from_anywhere >= maxFailuresFromUnknown)
}

/**
 * Writes the attempt down as failed, then refuses it if those before it ask for a wait: guesses sent at once count each other.
 * By account, address and known browser together, so that nobody can lock out somebody else. Answers the attempt's id.
 */
const recordAttempt = async (access: DatabaseAccess, guess: SignInAttempt): Promise<string> => {
  const { account, maxFailuresFromAnywhere: mostFromAnywhere } = guess
  const network = toNetworkAddress(guess.address)
  // One at a time of an account and of an address, each as long as this statement takes: who has the later number finds all before it.
  const [written] = await access.queryPrepared<{ id: string; device: string }>('attempt', insertAttemptSql, [
    account,
    network,
    failureMemoryMinutes,
    guess.device,
  ])
  const { id, device } = written!
  const [row] = await access.queryPrepared<SignInFailures>('failures', countFailuresSql, [
    account,
    network,
    id,
    failureMemoryMinutes,
    device,
  ])
  const { failures, since } = row!
  const forAccount =
    failures < freeSignInAttempts ? 0 : Math.min(2 ** (failures - freeSignInAttempts + 1), maxWaitSeconds) - since
  const wait = Math.ceil(Math.max(forAccount, hasTooManyFailures(row!, mostFromAnywhere) ? 60 : 0))
  if (wait <= 0) return id
  // Whoever only asks too early is not a new failure: waiting always ends.
  await deleteAttempt(access, id)
  throw guess.tooMany ? buildRefusal(guess.tooMany, { retryAfterSeconds: wait }) : buildTooManyRefusal(wait)
}

const deleteAttempt = (access: DatabaseAccess, attempt: string) =>
  access.queryPrepared('unwritten', 'delete from sign_in_attempt where id = $1', [attempt])

/**
 * Checks a guess, and counts it: true forgets those before it, false is one more. One that was refused before it was looked at
 * (too many wait) is none, or a crowd could make others wait without ever having been wrong. Throws what the guess says, or signIn.tooMany.
 */
export const checkWithThrottle = async (
  access: DatabaseAccess,
  guess: SignInAttempt,
  check: () => Promise<boolean>,
): Promise<boolean> => {
  const attempt = await recordAttempt(access, guess)
  try {
    const right = await check()
    if (right) await saveSignInPlace(access, guess)
    return right
  } catch (error) {
    if (error instanceof RefusalError) await deleteAttempt(access, attempt)
    throw error
  }
}

const savePlaceSql = `
  with forgotten as (
    delete from sign_in_place where (identity, address, device) in (
      select identity, address, device from sign_in_place where seen_at < now() - make_interval(days => ${knownPlaceDays}) order by seen_at limit 20))
  insert into sign_in_place (identity, address, device) values ($1, $2, $3)
  on conflict (identity, address, device) do update set seen_at = now() where sign_in_place.seen_at < now() - interval '1 hour'`

/** Whoever was right is known there from now on, and the failures before it are forgotten. */
export const saveSignInPlace = async (
  access: Pick<DatabaseAccess, 'queryPrepared'>,
  { account, address, device }: SignInAttempt,
): Promise<void> => {
  const network = toNetworkAddress(address)
  await access.queryPrepared('forget', 'delete from sign_in_attempt where identity = $1 and address = $2', [
    account,
    network,
  ])
  await access.queryPrepared('keep place', savePlaceSql, [account, network, device])
}

const buildTooManyRefusal = (seconds: number) =>
  buildRefusal('signIn.tooMany', { retryAfterSeconds: seconds, message: 'Usuario o contraseña incorrectos' })

/** Passwords that are checked at once, and that may wait for it. Each check keeps a core busy: the rest of the house goes on working. */
const maxConcurrentChecks = 2
const maxWaitingChecks = 40
let runningChecks = 0
const waitingChecks: (() => void)[] = []

/** Runs a check when its turn comes; refuses it at once (signIn.tooMany) where too many wait already. */
export const runInCheckQueue = async <T>(check: () => Promise<T>): Promise<T> => {
  if (runningChecks >= maxConcurrentChecks) {
    if (waitingChecks.length >= maxWaitingChecks) throw buildTooManyRefusal(1)
    await new Promise<void>((resolve) => waitingChecks.push(resolve))
  } else runningChecks += 1
  try {
    return await check()
  } finally {
    const next = waitingChecks.shift()
    if (next) next()
    else runningChecks -= 1
  }
}
