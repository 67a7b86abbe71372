import { buildRefusal } from '#server/core/errors.ts'
import type { EndpointDeps } from '#server/core/routes.ts'

/** At most so many calls in so many seconds. */
type RateLimit = { maxCalls: number; seconds: number }

const deleteOldCallsSql = `
  delete from call_limit where key in (select key from call_limit where expires_at < $1::timestamptz order by expires_at limit 20)`

/** Adds the calls if every limit allows them; one row, so that calls at once wait for each other. No row comes back where one doesn't. */
const addCallSql = `
  insert into call_limit as l (key, calls, expires_at)
  select $1, array_fill($2::timestamptz, array[$6::int]), $2::timestamptz + make_interval(secs => $5::int)
   where $6::int <= all($3::int[])
  on conflict (key) do update
     set calls = array(select c from unnest(l.calls) c where c > $2::timestamptz - make_interval(secs => $5::int)) || array_fill($2::timestamptz, array[$6::int]),
         expires_at = excluded.expires_at
   where not exists (
     select from unnest($3::int[], $4::int[]) r (max_calls, seconds)
      where (select count(*) from unnest(l.calls) c where c > $2::timestamptz - make_interval(secs => r.seconds)) + $6::int > r.max_calls)
  returning key`

const readCallsSql = `
  select array(select extract(epoch from c)::float8 from unnest(calls) c order by c desc) as calls from call_limit where key = $1`

/** Seconds until each limit has room again. */
const calculateRetrySeconds = (calls: readonly number[], limits: readonly RateLimit[], now: number): number =>
  Math.max(1, ...limits.map(({ maxCalls, seconds }) => Math.ceil((calls[maxCalls - 1] ?? 0) + seconds - now)))

const hashRateLimitKey = (deps: EndpointDeps, who: string): string => deps.getSecretBox('call-limit').fingerprint(who)

/**
 * Counts a call, or several at once, for whoever `who` names; false, and none counted, where it would be one too many. Counted in the database, so by all
 * processes together.
 */
export const isWithinRateLimit = async (
  deps: EndpointDeps,
  who: string,
  limits: readonly RateLimit[],
  calls = 1,
): Promise<boolean> => {
  const access = deps.tenants.signIn()
  const at = new Date(deps.clock()).toISOString()
  await access.queryPrepared('forget calls', deleteOldCallsSql, [at])
  const longest = Math.max(...limits.map(({ seconds }) => seconds))
  const maxCalls = limits.map((limit) => limit.maxCalls)
  const seconds = limits.map((limit) => limit.seconds)
  const added = await access.queryPrepared('count call', addCallSql, [
    hashRateLimitKey(deps, who),
    at,
    maxCalls,
    seconds,
    longest,
    calls,
  ])
  return added.length > 0
}

/** Refuses (request.tooMany) the call that would be one too many. Refused calls aren't counted: waiting always ends. */
export const assertWithinRateLimit = async (
  deps: EndpointDeps,
  who: string,
  limits: readonly RateLimit[],
): Promise<void> => {
  if (await isWithinRateLimit(deps, who, limits)) return
  const [row] = await deps.tenants
    .signIn()
    .queryPrepared<{ calls: number[] }>('counted calls', readCallsSql, [hashRateLimitKey(deps, who)])
  throw buildRefusal('request.tooMany', {
    retryAfterSeconds: calculateRetrySeconds(row?.calls ?? [], limits, deps.clock() / 1000),
  })
}
