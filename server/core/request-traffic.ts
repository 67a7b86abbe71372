import { setMaxListeners } from 'node:events'
import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConnectionCounters } from './connections.ts'
import { buildRefusal } from './errors.ts'
import type { ServerLimits } from './server-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A call of the contract, one that answers for as long as somebody listens, or a probe, which is never refused. Anything else is a page or a file. */
    kind?: 'call' | 'live' | 'probe'
  }
  interface FastifyRequest {
    /** Counts among the calls that are worked on. */
    isCounted: boolean
  }
}

/** How a request ended: with an answer, or cut off by the caller or by us. */
export type RequestEnd = { request: FastifyRequest; reply: FastifyReply; isAnswered: boolean }

/** What is under way in this process, and whether more of it is taken. */
export type RequestTraffic = {
  /** Requests whose answer isn't out yet; those that listen apart. */
  countOpenRequests: () => number
  /** Calls that are worked on; those that listen apart. */
  countCalls: () => number
  /** Open streams of live events. */
  countListeners: () => number
  /** Calls that were refused because there were too many. */
  countRejectedCalls: () => number
  /** True from the first moment of a stop on. */
  isDraining: () => boolean
  /** Aborted when the stop begins: whoever would answer for ever ends. */
  draining: AbortSignal
  /** Is told of every request that is over. */
  onEnd: (listener: (ending: RequestEnd) => void) => void
  /** Takes no more, lets what is under way finish, within the limits. The port is closed afterwards. */
  stop: (app: FastifyInstance) => Promise<void>
}

const busyRetryAfterSeconds = 2
const buildBusyRefusal = () => buildRefusal('server.busy', { retryAfterSeconds: busyRetryAfterSeconds })

/** Runs once: when the answer is handed over as a whole, or its connection is gone. */
const onReplyEnd = ({ raw }: FastifyReply, listener: (answered: boolean) => void): void => {
  let over = false
  const end = (isAnswered: boolean) => () => {
    if (over) return
    over = true
    listener(isAnswered)
  }
  raw.once('finish', end(true))
  raw.once('close', end(false))
}

/** Bodies that don't come: the call is answered as late, and its connection closed. */
const limitBodyTime = (app: FastifyInstance, bodyMs: number): void => {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { headers, routeOptions, raw } = request
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (hasBody && !routeOptions.config.upload) {
      const timer = setTimeout(() => {
        if (reply.sent || raw.listenerCount('error') === 0) return void raw.destroy()
        reply.header('connection', 'close')
        // Whoever reads the body hears it as its end.
        raw.emit('error', buildRefusal('request.timeout'))
      }, bodyMs).unref()
      timers.set(request, timer)
      raw.once('end', () => clearTimeout(timer))
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    clearTimeout(timers.get(request))
    done()
  })
}

const limitConcurrentCalls = (app: FastifyInstance, limits: ServerLimits, connections: ConnectionCounters) => {
  const counts = { open: 0, calls: 0, listeners: 0, shed: 0 }
  const listeners: ((ending: RequestEnd) => void)[] = []
  const isFull = ({ routeOptions: { config } }: FastifyRequest): boolean =>
    (config.kind === 'call' || config.kind === 'live') && counts.calls >= limits.calls
  const shed = (): Error => {
    counts.shed += 1
    return buildBusyRefusal()
  }
  app.decorateRequest('isCounted', false)
  app.addHook('onRequest', (request, reply, done) => {
    const { kind } = request.routeOptions.config
    const counted = kind === 'live' ? 'listeners' : 'open'
    counts[counted] += 1
    onReplyEnd(reply, (isAnswered) => {
      counts[counted] -= 1
      if (request.isCounted) counts.calls -= 1
      for (const listener of listeners) listener({ request, reply, isAnswered })
    })
    if (kind === 'probe') return done()
    if (connections.isCrowded(request.raw.socket)) {
      reply.header('connection', 'close')
      return done(buildBusyRefusal())
    }
    done(isFull(request) ? shed() : undefined)
  })
  // Only once its body is here: whoever sends one slowly takes nobody's turn.
  app.addHook('preValidation', (request, _reply, done) => {
    if (isFull(request)) return done(shed())
    request.isCounted = request.routeOptions.config.kind === 'call'
    if (request.isCounted) counts.calls += 1
    done()
  })
  return { counts, onEnd: (listener: (ending: RequestEnd) => void) => void listeners.push(listener) }
}

/** An answer that its reader doesn't take is given up, with what is kept for it. */
const limitSlowReaders = (app: FastifyInstance, unreadMs: number): void => {
  app.addHook('onSend', (_request, { raw }, payload, done) => {
    const socket: { setTimeout?: unknown } | null = raw.socket
    if (typeof socket?.setTimeout === 'function') raw.setTimeout(unreadMs)
    done(null, payload)
  })
}

/** Counts what is under way, refuses what would be too much, and brings it to an end at a stop. */
export const trackTraffic = (
  app: FastifyInstance,
  limits: ServerLimits,
  connections: ConnectionCounters,
): RequestTraffic => {
  const stopping = new AbortController()
  // Each open stream listens.
  setMaxListeners(0, stopping.signal)
  const { counts, onEnd } = limitConcurrentCalls(app, limits, connections)
  limitBodyTime(app, limits.bodyMs)
  limitSlowReaders(app, limits.unreadMs)
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping.signal.aborted) reply.header('connection', 'close')
    done(null, payload)
  })
  const stop = async ({ server }: FastifyInstance): Promise<void> => {
    stopping.abort()
    if (!server.listening) return
    await sleep(limits.drainMs)
    // The HTTP server's own `close` would cut kept connections on which a request is on its way just now.
    Server.prototype.close.call(server)
    const lingersUntil = performance.now() + limits.lingerMs
    const finishedBy = performance.now() + limits.finishMs
    const isOver = () => counts.open === 0 && (connections.open() === 0 || performance.now() >= lingersUntil)
    while (!isOver() && performance.now() < finishedBy) await sleep(10)
  }
  return {
    countOpenRequests: () => counts.open,
    countCalls: () => counts.calls,
    countListeners: () => counts.listeners,
    countRejectedCalls: () => counts.shed,
    isDraining: () => stopping.signal.aborted,
    draining: stopping.signal,
    onEnd,
    stop,
  }
}
