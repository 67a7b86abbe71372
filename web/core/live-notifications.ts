import { create } from 'zustand'
import { type DataSubject, dataSubjects } from '#contract/core/data-subjects.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import type { listNotifications, Notification, streamEvents } from '#contract/notifications.ts'
import { waitForSessionChange } from './before-session-end.ts'
import { CallError, callForStream } from './call.ts'
import { logDebug } from './note.ts'
import { refreshSubjects, setChangeBroadcaster } from './query-client.ts'
import { createEventReader, type ServerEvent } from './server-sent-events.ts'
import { refreshSession, useSession } from './session.ts'
import { getTabSession } from './tab-session.ts'

// The path only: with the contract's own object all the others of its file would come along.
const liveStreamEndpoint = { method: 'GET', path: '/me/live' } as typeof streamEvents

const minRetryDelayMs = 2_000
const maxRetryDelayMs = 60_000
/** A stream that held for so long was a good one: the next wait begins from the shortest. */
const stableConnectionMs = 30_000
const leaderLockName = 'atalaya-live'

type LiveNotification = { notification: Notification; unread: number }
type LiveNotificationState = {
  unread: number
  /** What came since the page was opened, the newest last. */
  newNotifications: Notification[]
}

/** What is told as it happens; the list of before is the server's to show. */
export const useLiveNotifications = create<LiveNotificationState>()(() => ({ unread: 0, newNotifications: [] }))

/** What is no longer as it was read when this arrives; whoever can't say so calls everything so. */
const listNotificationChanges = async (kind: Notification['kind']): Promise<readonly DataSubject[]> => {
  const { notificationEntries } = await import('#contract/all-messages.ts')
  return notificationEntries[kind]?.changes ?? dataSubjects
}

const refreshNotified = ({ kind }: Notification): Promise<void> =>
  listNotificationChanges(kind)
    .catch((error: unknown) => {
      logDebug('kinds of notifications not loaded', error)
      return dataSubjects
    })
    .then(refreshSubjects)

const addNotification = ({ notification, unread }: LiveNotification): void => {
  // The menu follows what the person may do now; failing that, the next refused call leads where it leads.
  if (notification.kind === 'permissions.changed')
    refreshSession().catch((error: unknown) => logDebug('not refreshed', error))
  const { newNotifications } = useLiveNotifications.getState()
  const isNew = newNotifications.every(({ id }) => id !== notification.id)
  useLiveNotifications.setState({ unread, ...(isNew && { newNotifications: [...newNotifications, notification] }) })
  if (isNew) void refreshNotified(notification)
}

/** What the server counts now, told to all tabs. */
export const setUnreadCount = ({ unread }: Pick<ResponseBody<typeof listNotifications>, 'unread'>): void => {
  useLiveNotifications.setState({ unread })
  sendToOtherTabs({ unread })
}

type TabMessage = {
  tabSession: string | null
  liveNotification?: LiveNotification
  unread?: number
  /** What was changed in that tab. */
  changed?: readonly DataSubject[]
}
let tabChannel: BroadcastChannel | undefined

const sendToOtherTabs = (message: Omit<TabMessage, 'tabSession'>): void =>
  tabChannel?.postMessage({ tabSession: getTabSession(), ...message } satisfies TabMessage)

/** One tab listens to the server; the others of the same session listen to it. */
const openTabChannel = (): BroadcastChannel => {
  const opened = new BroadcastChannel(leaderLockName)
  opened.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.tabSession !== getTabSession()) return
    if (data.liveNotification) addNotification(data.liveNotification)
    if (data.changed) void refreshSubjects(data.changed)
    if (data.unread !== undefined) useLiveNotifications.setState({ unread: data.unread })
  }
  return opened
}

const waitOrAbort = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const handleServerEvent = async ({ event, data }: ServerEvent): Promise<void> => {
  if (event === 'notification') {
    const liveNotification = JSON.parse(data) as LiveNotification
    addNotification(liveNotification)
    sendToOtherTabs({ liveNotification })
  }
  if (event === 'unread') setUnreadCount(JSON.parse(data) as { unread: number })
  // Over or locked: asking again leads where that leads. What was done here has led there already.
  if (event === 'session') {
    await waitForSessionChange()
    if (useSession.getState().session) await refreshSession().catch(() => undefined)
  }
}

const readServerEvents = async (signal: AbortSignal): Promise<void> => {
  const { body } = await callForStream(liveStreamEndpoint, {}, { signal })
  const reader = body!.getReader()
  const events = createEventReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    for (const event of events.read(value)) await handleServerEvent(event)
  }
}

/** Listens, and again after each end, waiting longer while nothing comes of it; half of each wait is chance, so that not all come back at once. */
const listenWithRetry = async (signal: AbortSignal): Promise<void> => {
  let wait = minRetryDelayMs
  while (!signal.aborted) {
    const began = Date.now()
    try {
      await readServerEvents(signal)
    } catch (error) {
      // A refusal has led the page where it leads; what isn't the network's or the server's passing trouble won't mend itself.
      if (error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429) return
    }
    wait = Date.now() - began > stableConnectionMs ? minRetryDelayMs : Math.min(wait * 2, maxRetryDelayMs)
    if (!signal.aborted) await waitOrAbort(wait / 2 + (Math.random() * wait) / 2, signal)
  }
}

const listenAsLeaderTab = async (signal: AbortSignal): Promise<void> => {
  if (!navigator.locks) return listenWithRetry(signal)
  await navigator.locks.request(leaderLockName, { signal }, () => listenWithRetry(signal))
}

/** Starts with the shell; answers how to stop. It is no sign that anybody is there. */
export const startLiveNotifications = (): (() => void) => {
  const leaving = new AbortController()
  tabChannel = openTabChannel()
  setChangeBroadcaster((changed) => sendToOtherTabs({ changed }))
  useLiveNotifications.setState({
    unread: useSession.getState().session?.unreadNotifications ?? 0,
    newNotifications: [],
  })
  listenAsLeaderTab(leaving.signal).catch((error: unknown) => {
    if (!leaving.signal.aborted) logDebug('not listening', error)
  })
  return () => {
    leaving.abort()
    tabChannel?.close()
    tabChannel = undefined
  }
}
