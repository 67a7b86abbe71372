import { sanitizeDestination } from './destination.ts'
import { readStored } from './local-storage.ts'
import { hasPermission, useSession } from './session.ts'
import type { SessionRestriction, SessionStatus } from './session-status.ts'

const restrictionPages: Record<SessionRestriction, string> = {
  locked: '/auth/lock-screen',
  secondFactor: '/auth/second-factor',
  enrolment: '/crm/areapersonal?enrol',
  maintenance: '/maintenance',
}

/** The page of a session that is barred, from which the person comes back to `from`. Enrolling leads nowhere else. */
export const buildRestrictionPath = (restriction: SessionRestriction, from: string | null): string => {
  const next = sanitizeDestination(from)
  if (restriction === 'enrolment' || !next || next === '/' || /^\/maintenance(\/|\?|$)/i.test(next))
    return restrictionPages[restriction]
  return `${restrictionPages[restriction]}?next=${encodeURIComponent(next)}`
}

/** Where the last visit ended, if the same person left it. */
const readLastPath = (): string | null => {
  const last = readStored('lastPath')
  return last && last.username === readStored('user')?.username ? sanitizeDestination(last.path) : null
}

/** Where somebody begins who named no page: with their day if they chose so, else where their last visit ended. */
const findOwnStart = (): string | null =>
  useSession.getState().session?.preferences.startPage === 'myDay' && hasPermission('bt_MiDia', 'view')
    ? '/crm/MiDia'
    : readLastPath()

/**
 * Where somebody goes who has just signed in, unlocked, or given the second factor: `next` of the query, else `from` of the
 * navigation's state, else where they chose to begin, else the start page; barred, to the page of that first.
 */
export const resolveEntryPath = (entry: SessionStatus, search: string, state: unknown): string => {
  const from = (state as { from?: unknown } | null)?.from
  const requestedPath =
    sanitizeDestination(new URLSearchParams(search).get('next')) ??
    sanitizeDestination(typeof from === 'string' ? from : null)
  return entry === 'open' ? (requestedPath ?? findOwnStart() ?? '/') : buildRestrictionPath(entry, requestedPath)
}
