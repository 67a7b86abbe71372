import { safeDestination } from './destination.ts'
import type { Barred, Entry } from './standing.ts'
import { readStored } from './stored.ts'

const pages: Record<Barred, string> = {
  locked: '/auth/lock-screen',
  secondFactor: '/auth/second-factor',
  enrolment: '/crm/areapersonal?enrol',
  maintenance: '/maintenance',
}

/** The page of a session that is barred, from which the person comes back to `from`. Enrolling leads nowhere else. */
export const barredPage = (barred: Barred, from: string | null): string => {
  const next = safeDestination(from)
  if (barred === 'enrolment' || !next || next === '/' || /^\/maintenance(\/|\?|$)/i.test(next)) return pages[barred]
  return `${pages[barred]}?next=${encodeURIComponent(next)}`
}

/** Where the last visit ended, if the same person left it. */
const lastPath = (): string | null => {
  const last = readStored('lastPath')
  return last && last.username === readStored('user')?.username ? safeDestination(last.path) : null
}

/**
 * Where somebody goes who has just signed in, unlocked, or given the second factor: `next` of the query, else `from` of the
 * navigation's state, else where their last visit ended, else the start page; barred, to the page of that first.
 */
export const wayIn = (entry: Entry, search: string, state: unknown): string => {
  const from = (state as { from?: unknown } | null)?.from
  const wished =
    safeDestination(new URLSearchParams(search).get('next')) ?? safeDestination(typeof from === 'string' ? from : null)
  return entry === 'open' ? (wished ?? lastPath() ?? '/') : barredPage(entry, wished)
}
