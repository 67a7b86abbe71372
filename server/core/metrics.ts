import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ConnectionCounters } from './connections.ts'
import type { RequestEnd, RequestTraffic } from './request-traffic.ts'

/** One number of the work, as Prometheus knows it. */
export type MetricSample = { name: string; help: string; labels?: Record<string, string>; value: number }

/** How old an answer may be: whoever asks more often gets the same one. */
const metricsCacheMs = 5_000

type MetricsOptions = {
  traffic: RequestTraffic
  connections: ConnectionCounters
  /** Asked for when an answer is made. Must not throw, nor take long. */
  figures: () => Promise<readonly MetricSample[]>
}

const registerDurations = (registry: Registry) => {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route and class of the status; "cut" where the caller went away',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  })
  return ({ request: { method, routeOptions }, reply, isAnswered }: RequestEnd): void => {
    // How long somebody listened is no time to answer.
    if (routeOptions.config.kind === 'live') return
    const status = isAnswered ? `${Math.floor(reply.statusCode / 100)}xx` : 'cut'
    durations.observe({ method, route: routeOptions.url ?? 'none', status }, reply.elapsedTime / 1000)
  }
}

const registerProcessMetrics = (registry: Registry, { traffic, connections }: MetricsOptions): void => {
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('atalaya_calls_under_way', 'Calls that are worked on', traffic.countCalls)
  gauge('atalaya_live_listeners', 'Open streams of live events', traffic.countListeners)
  gauge('atalaya_connections_open', 'Open connections of callers', connections.open)
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  counter('atalaya_calls_shed_total', 'Calls refused because too many were under way', traffic.countRejectedCalls)
  counter('atalaya_connections_refused_total', 'Connections refused because there were too many', connections.refused)
}

const escapeLabelValue = (value: string): string =>
  value.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))

/** The figures of the work in Prometheus' text: they come from elsewhere, whole, each time. */
const formatMetrics = (figures: readonly MetricSample[]): string => {
  const lines: string[] = []
  const described = new Set<string>()
  for (const { name, help, labels = {}, value } of figures) {
    if (!described.has(name)) lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`)
    described.add(name)
    const named = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabelValue(text)}"`)
    lines.push(`${name}${named.length > 0 ? `{${named.join(',')}}` : ''} ${value}`)
  }
  return lines.map((line) => `${line}\n`).join('')
}

/** What /metrics says: made at most every few seconds, however many ask. */
export const openMetrics = (options: MetricsOptions) => {
  const registry = new Registry()
  registerProcessMetrics(registry, options)
  options.traffic.onEnd(registerDurations(registry))
  let made: { at: number; text: Promise<string> } | undefined
  const make = async (): Promise<string> => {
    const [text, figures] = await Promise.all([registry.metrics(), options.figures()])
    return text + formatMetrics(figures)
  }
  return {
    contentType: registry.contentType,
    read: (): Promise<string> => {
      const at = performance.now()
      if (!made || at - made.at > metricsCacheMs) made = { at, text: make() }
      return made.text
    },
  }
}

const loopbackAddressPattern = /^(127\.|::1$|::ffff:127\.)/
const loopbackHostPattern = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i
/** What a proxy says of whom it asks for. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const

/** Of the same length, whatever was given. */
const hashText = (text: string): Buffer => createHash('sha256').update(text).digest()

const hasMetricsToken = ({ headers }: FastifyRequest, token: string): boolean => {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(hashText(given), hashText(token))
}

/** With a token: whoever has it. Without one: who asks on this machine itself, and through no proxy. */
export const canReadMetrics = (request: FastifyRequest, token: string | undefined): boolean => {
  if (token !== undefined) return hasMetricsToken(request, token)
  const { headers, raw } = request
  return (
    loopbackAddressPattern.test(raw.socket.remoteAddress ?? '') &&
    loopbackHostPattern.test(headers.host ?? '') &&
    proxyHeaders.every((name) => headers[name] === undefined)
  )
}
