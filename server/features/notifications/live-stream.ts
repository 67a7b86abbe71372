import { Readable } from 'node:stream'
import type { Ctx } from '#server/core/ctx.ts'
import type { EndpointDeps, HttpContext } from '#server/core/routes.ts'
import { createLiveHub, type LiveHub, type LiveListener } from './live-hub.ts'
import { addSubjectNames } from './name-subjects.ts'
import { countUnreadNotifications } from './notifications.queries.ts'

/** A proxy in between closes what is silent for longer. */
const heartbeatIntervalMs = 20_000
/** Streams of one session: one tab leads, and a few may overlap while the lead changes. */
const maxStreamsPerSession = 5

const hubByServing = new WeakMap<EndpointDeps, LiveHub>()
const getLiveHub = ({ deps, request }: HttpContext): LiveHub => {
  const { log } = request.server
  const hub =
    hubByServing.get(deps) ?? createLiveHub(deps, (error) => log.warn({ err: error }, 'live events not looked for'))
  hubByServing.set(deps, hub)
  return hub
}

const formatServerSentEvent = (name: string, data: object): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** A stream of events until the reader goes, the session ends, or the process does. */
export const openLiveStream = async (ctx: Ctx, raw: HttpContext): Promise<never> => {
  const { person, prefix } = ctx
  const { reply } = raw
  const hub = getLiveHub(raw)
  const stream = new Readable({ read: () => undefined })
  let over = false
  const pushText = (text: string): void => void (over || stream.push(text))
  const listener: LiveListener = {
    sessionId: person.sessionId,
    userId: person.userId,
    prefix,
    notify: (notification, unread) => {
      addSubjectNames(ctx, [notification]).then(
        ([named]) => pushText(formatServerSentEvent('notification', { notification: named, unread })),
        (error: unknown) => {
          // Told without the name rather than not at all: the list has it when it is opened.
          raw.request.log.warn({ err: error }, 'subject of a notification not found')
          pushText(formatServerSentEvent('notification', { notification, unread }))
        },
      )
    },
    end: (code) => {
      leave()
      pushText(formatServerSentEvent('session', { code }))
      over = true
      stream.push(null)
    },
  }
  for (const oldest of hub.of(person.sessionId).slice(0, 1 - maxStreamsPerSession)) oldest.end('request.tooMany')
  const breath = setInterval(() => pushText(': still here\n\n'), heartbeatIntervalMs).unref()
  const { draining } = raw.deps
  const leave = (): void => {
    clearInterval(breath)
    hub.leave(listener)
    draining.removeEventListener('abort', finish)
  }
  // The process stops: pages come back by themselves, to another one or to the next.
  const finish = (): void => {
    leave()
    over = true
    stream.push(null)
  }
  if (draining.aborted) finish()
  else draining.addEventListener('abort', finish, { once: true })
  // Before anything is waited for: who goes meanwhile isn't heard going later.
  reply.raw.once('close', leave)
  await hub.join(listener)
  // What was written while nobody listened, as when the server was away.
  pushText(formatServerSentEvent('unread', { unread: await countUnreadNotifications(ctx, raw) }))
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(stream)
}
