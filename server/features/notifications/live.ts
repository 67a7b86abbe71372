import { Readable } from 'node:stream'
import type { Ctx } from '#server/core/ctx.ts'
import type { Raw, Serving } from '#server/core/serve.ts'
import { type Listener, type LiveHub, liveHub } from './live-hub.ts'
import { nameSubjects } from './name-subjects.ts'
import { countUnread } from './notifications.queries.ts'

/** A proxy in between closes what is silent for longer. */
const breathEveryMs = 20_000
/** Streams of one session: one tab leads, and a few may overlap while the lead changes. */
const mostOfSession = 5

const hubs = new WeakMap<Serving, LiveHub>()
const hubOf = ({ serving, request }: Raw): LiveHub => {
  const { log } = request.server
  const hub = hubs.get(serving) ?? liveHub(serving, (error) => log.warn({ err: error }, 'live events not looked for'))
  hubs.set(serving, hub)
  return hub
}

const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** A stream of events until the reader goes, the session ends, or the process does. */
export const openLive = async (ctx: Ctx, raw: Raw): Promise<never> => {
  const { person, prefix } = ctx
  const { reply } = raw
  const hub = hubOf(raw)
  const stream = new Readable({ read: () => undefined })
  let over = false
  const say = (text: string): void => void (over || stream.push(text))
  const listener: Listener = {
    sessionId: person.sessionId,
    userId: person.userId,
    prefix,
    tell: (notification, unread) => {
      nameSubjects(ctx.db, [notification]).then(
        ([named]) => say(event('notification', { notification: named, unread })),
        (error: unknown) => {
          // Told without the name rather than not at all: the list has it when it is opened.
          raw.request.log.warn({ err: error }, 'subject of a notification not found')
          say(event('notification', { notification, unread }))
        },
      )
    },
    end: (code) => {
      leave()
      say(event('session', { code }))
      over = true
      stream.push(null)
    },
  }
  for (const oldest of hub.of(person.sessionId).slice(0, 1 - mostOfSession)) oldest.end('request.tooMany')
  const breath = setInterval(() => say(': still here\n\n'), breathEveryMs).unref()
  const { draining } = raw.serving
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
  say(event('unread', { unread: await countUnread(ctx, raw) }))
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(stream) as never
}
