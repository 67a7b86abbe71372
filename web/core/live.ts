import { create } from 'zustand'
import type { Answer } from '#contract/core/endpoint.ts'
import type { listNotifications, live, Notification } from '#contract/notifications.ts'
import { CallError, callStream } from './call.ts'
import { note } from './note.ts'
import { turned } from './parting.ts'
import { refreshSession, useSession } from './session.ts'
import { eventReader, type ServerEvent } from './sse.ts'
import { tabBelief } from './tabs.ts'

// The path only: with the contract's own object all the others of its file would come along.
const stream = { method: 'GET', path: '/me/live' } as typeof live

const shortestWait = 2_000
const longestWait = 60_000
/** A stream that held for so long was a good one: the next wait begins from the shortest. */
const goodAfter = 30_000
const leading = 'atalaya-live'

type Heard = { notification: Notification; unread: number }
type LiveState = {
  unread: number
  /** What came since the page was opened, the newest last. */
  news: Notification[]
}

/** What is told as it happens; the list of before is the server's to show. */
export const useLive = create<LiveState>()(() => ({ unread: 0, news: [] }))

const take = ({ notification, unread }: Heard): void => {
  // The menu follows what the person may do now; failing that, the next refused call leads where it leads.
  if (notification.kind === 'permissions.changed')
    refreshSession().catch((error: unknown) => note('not refreshed', error))
  useLive.setState(({ news }) =>
    news.some(({ id }) => id === notification.id) ? { unread } : { unread, news: [...news, notification] },
  )
}

/** What the server counts now, told to all tabs. */
export const setUnread = ({ unread }: Pick<Answer<typeof listNotifications>, 'unread'>): void => {
  useLive.setState({ unread })
  channel?.postMessage({ belief: tabBelief(), unread })
}

type Said = { belief: string | null; heard?: Heard; unread?: number }
let channel: BroadcastChannel | undefined

/** One tab listens to the server; the others of the same session listen to it. */
const openChannel = (): BroadcastChannel => {
  const opened = new BroadcastChannel(leading)
  opened.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data.belief !== tabBelief()) return
    if (data.heard) take(data.heard)
    if (data.unread !== undefined) useLive.setState({ unread: data.unread })
  }
  return opened
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const obey = async ({ event, data }: ServerEvent): Promise<void> => {
  if (event === 'notification') {
    const heard = JSON.parse(data) as Heard
    take(heard)
    channel?.postMessage({ belief: tabBelief(), heard } satisfies Said)
  }
  if (event === 'unread') setUnread(JSON.parse(data) as { unread: number })
  // Over or locked: asking again leads where that leads. What was done here has led there already.
  if (event === 'session') {
    await turned()
    if (useSession.getState().session) await refreshSession().catch(() => undefined)
  }
}

const listen = async (signal: AbortSignal): Promise<void> => {
  const { body } = await callStream(stream, {}, { signal })
  const reader = body!.getReader()
  const events = eventReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    for (const event of events.read(value)) await obey(event)
  }
}

/** Listens, and again after each end, waiting longer while nothing comes of it; half of each wait is chance, so that not all come back at once. */
const keepListening = async (signal: AbortSignal): Promise<void> => {
  let wait = shortestWait
  while (!signal.aborted) {
    const began = Date.now()
    try {
      await listen(signal)
    } catch (error) {
      // A refusal has led the page where it leads; what isn't the network's or the server's passing trouble won't mend itself.
      if (error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429) return
    }
    wait = Date.now() - began > goodAfter ? shortestWait : Math.min(wait * 2, longestWait)
    if (!signal.aborted) await pause(wait / 2 + (Math.random() * wait) / 2, signal)
  }
}

const lead = async (signal: AbortSignal): Promise<void> => {
  if (!navigator.locks) return keepListening(signal)
  await navigator.locks.request(leading, { signal }, () => keepListening(signal))
}

/** Starts with the shell; answers how to stop. It is no sign that anybody is there. */
export const startLive = (): (() => void) => {
  const leaving = new AbortController()
  channel = openChannel()
  useLive.setState({ unread: useSession.getState().session?.unreadNotifications ?? 0, news: [] })
  lead(leaving.signal).catch((error: unknown) => {
    if (!leaving.signal.aborted) note('not listening', error)
  })
  return () => {
    leaving.abort()
    channel?.close()
    channel = undefined
  }
}
