import type { ErrorCode } from '#contract/core/errors.ts'
import type { Prefix } from '#contract/core/values.ts'
import { type Notification, streamEvents } from '#contract/notifications.ts'
import { isDatabaseUnavailable } from '#server/core/errors.ts'
import type { EndpointDeps } from '#server/core/routes.ts'
import { findSessionEndReason, listSessionStates, type SessionStateFacts } from '#server/core/session.ts'
import { findStateRefusal } from '#server/core/session-state-check.ts'
import { notificationColumns } from './notifications.queries.ts'

/**
 * Somebody who is listening: one open page of one session.
 * See docs/decisions/0027-live-notifications-and-currencies.md
 */
export type LiveListener = {
  sessionId: string
  userId: string
  prefix: Prefix
  notify: (notification: Notification, unread: number) => void
  /** The session is over, or in a state in which no stream begins: nothing more will come. */
  end: (code: ErrorCode) => void
}

type ListenedNotification = Notification & { user_id: string; listening: Prefix; unread: number }
type SessionStateRow = SessionStateFacts & {
  id: string
  expires_at: string
  revoked_at: string | null
  active_at: string
}

const pollIntervalMs = 1000

/** What was written lately. Transactions end in another order than they begin in, so the last minute is looked at again each time. */
const recentNotificationsSql = `
  select n.user_id, l.prefix as listening, ${notificationColumns},
         (select count(*)::int from notification u
           where u.user_id = n.user_id and u.read_at is null and (u.prefix is null or u.prefix = l.prefix)) as unread
    from (select distinct * from unnest($1::bigint[], $2::text[])) l (user_id, prefix)
    join notification n on n.user_id = l.user_id and (n.prefix is null or n.prefix = l.prefix)
   where n.at > now() - interval '1 minute' order by n.id`

const sessionStatesSql = `
  select s.id, s.expires_at, s.revoked_at, coalesce(s.active_at, s.created_at) as active_at, s.locked_at, s.second_factor_at, m.role,
         exists (select from totp f where f.user_id = u.id and f.confirmed_at is not null)
           or exists (select from passkey k where k.user_id = u.id) as has_second_factor,
         m.role = any(t.second_factor_roles) as needs_second_factor, t.maintenance
    from session s join app_user u on u.id = s.user_id and u.disabled_at is null
    join tenant t on t.prefix = s.prefix
    join membership m on m.user_id = s.user_id and m.prefix = s.prefix and m.ended_at is null
   where s.id = any($1::uuid[])`

/** What a stream that began now would be refused with. */
const findStreamRefusal = (state: SessionStateRow, now: number): ErrorCode | null =>
  findSessionEndReason(state, now) ??
  findStateRefusal({ states: listSessionStates(state), maintenance: state.maintenance }, streamEvents)?.code ??
  null

type Tenants = EndpointDeps['tenants']

const findNews = (tenants: Tenants, all: readonly LiveListener[]): Promise<ListenedNotification[]> =>
  tenants
    .signIn()
    .queryPrepared<ListenedNotification>('live news', recentNotificationsSql, [
      all.map(({ userId }) => userId),
      all.map(({ prefix }) => prefix),
    ])

type LiveHubDeps = { tenants: Tenants; clock: EndpointDeps['clock'] }

/** Ends the streams of sessions that are over or locked. */
const endSessions = async ({ tenants, clock }: LiveHubDeps, all: readonly LiveListener[]): Promise<void> => {
  const rows = await tenants
    .signIn()
    .queryPrepared<SessionStateRow>('live sessions', sessionStatesSql, [all.map(({ sessionId }) => sessionId)])
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const listener of all) {
    const state = known.get(listener.sessionId)
    const code = state ? findStreamRefusal(state, clock()) : 'session.invalid'
    if (code) listener.end(code)
  }
}

/**
 * Asks the database once a second for all who listen at this process, and not at all when nobody does. Works behind a
 * connection pooler and with any number of processes, which LISTEN would not.
 */
export const createLiveHub = (deps: LiveHubDeps, onError: (error: unknown) => void) => {
  const { tenants } = deps
  /** Each with what they have been told already; undefined until that is known. */
  const listeners = new Map<LiveListener, Set<string> | undefined>()
  let timer: NodeJS.Timeout | undefined

  const notifyListeners = async (all: readonly LiveListener[]): Promise<void> => {
    const rows = await findNews(tenants, all)
    const present = new Set(rows.map(({ id }) => id))
    for (const listener of all) {
      const knownIds = listeners.get(listener)
      if (!knownIds) continue
      for (const id of knownIds) if (!present.has(id)) knownIds.delete(id)
      for (const { user_id, listening, unread, ...notification } of rows) {
        if (user_id !== listener.userId || listening !== listener.prefix || knownIds.has(notification.id)) continue
        knownIds.add(notification.id)
        listener.notify(notification, unread)
      }
    }
  }

  const poll = async (): Promise<void> => {
    const all = [...listeners.keys()]
    await endSessions(deps, all)
    await notifyListeners(all)
  }
  const round = (): void => {
    timer = undefined
    poll()
      .catch((error: unknown) => {
        // The streams stay: the database comes back, or the process ends.
        if (!isDatabaseUnavailable(error)) onError(error)
      })
      .finally(() => {
        if (listeners.size > 0) begin()
      })
  }

  /** It keeps no process alive: the connections of those who listen do. */
  const begin = (): void => {
    timer ??= setTimeout(round, pollIntervalMs).unref()
  }

  return {
    /** Starts telling; what was written before is the list's to show. Is among the listeners at once, for those who count them. */
    join: async (listener: LiveListener): Promise<void> => {
      listeners.set(listener, undefined)
      const before = await findNews(tenants, [listener])
      if (!listeners.has(listener)) return
      listeners.set(listener, new Set(before.map(({ id }) => id)))
      begin()
    },
    leave: (listener: LiveListener): void => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearTimeout(timer)
      timer = undefined
    },
    /** Open streams of one session. */
    of: (sessionId: string): LiveListener[] => [...listeners.keys()].filter((one) => one.sessionId === sessionId),
  }
}
export type LiveHub = ReturnType<typeof createLiveHub>
