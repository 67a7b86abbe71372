import { refuse } from '#server/core/errors.ts'
import type { Serving } from '#server/core/serve.ts'

/** At most so many calls in so many seconds. */
type Limit = { most: number; seconds: number }

const forgetOld = `
  delete from call_limit where key in (select key from call_limit where expires_at < $1::timestamptz order by expires_at limit 20)`

/** Adds the call if every limit allows it; one row, so that calls at once wait for each other. No row comes back where one doesn't. */
const addCall = `
  insert into call_limit as l (key, calls, expires_at)
  values ($1, array[$2::timestamptz], $2::timestamptz + make_interval(secs => $5::int))
  on conflict (key) do update
     set calls = array(select c from unnest(l.calls) c where c > $2::timestamptz - make_interval(secs => $5::int)) || $2::timestamptz,
         expires_at = excluded.expires_at
   where not exists (
     select from unnest($3::int[], $4::int[]) r (most, seconds)
      where (select count(*) from unnest(l.calls) c where c > $2::timestamptz - make_interval(secs => r.seconds)) >= r.most)
  returning key`

const readCalls = `
  select array(select extract(epoch from c)::float8 from unnest(calls) c order by c desc) as calls from call_limit where key = $1`

/** Seconds until each limit has room again. */
const waitFor = (calls: readonly number[], limits: readonly Limit[], now: number): number =>
  Math.max(1, ...limits.map(({ most, seconds }) => Math.ceil((calls[most - 1] ?? 0) + seconds - now)))

const keyOf = (serving: Serving, who: string): string => serving.boxOf('call-limit').fingerprint(who)

/**
 * Counts a call for whoever `who` names; false, and not counted, where it would be one too many. Counted in the database, so by all
 * processes together.
 */
export const isWithin = async (serving: Serving, who: string, limits: readonly Limit[]): Promise<boolean> => {
  const access = serving.tenants.signIn()
  const at = new Date(serving.clock()).toISOString()
  await access.fixed('forget calls', forgetOld, [at])
  const longest = Math.max(...limits.map(({ seconds }) => seconds))
  const most = limits.map((limit) => limit.most)
  const seconds = limits.map((limit) => limit.seconds)
  const added = await access.fixed('count call', addCall, [keyOf(serving, who), at, most, seconds, longest])
  return added.length > 0
}

/** Refuses (request.tooMany) the call that would be one too many. Refused calls aren't counted: waiting always ends. */
export const limitCalls = async (serving: Serving, who: string, limits: readonly Limit[]): Promise<void> => {
  if (await isWithin(serving, who, limits)) return
  const [row] = await serving.tenants
    .signIn()
    .fixed<{ calls: number[] }>('counted calls', readCalls, [keyOf(serving, who)])
  throw refuse('request.tooMany', { retryAfterSeconds: waitFor(row?.calls ?? [], limits, serving.clock() / 1000) })
}
