import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Tenants } from './tenancy.ts'

/** The probes and the numbers: /livez the process, /readyz the database too, /metrics for Prometheus, by route and never by address. */
export const measure = (app: FastifyInstance, tenants: Tenants): void => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    durations.observe({ method, route: routeOptions.url ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/livez', async () => ({ alive: true }))
  app.get('/readyz', async (_, reply) => {
    const ready = await tenants
      .signIn()
      .pool.query('select 1')
      .then(
        () => true,
        () => false,
      )
    reply.status(ready ? 200 : 503)
    return { ready }
  })
  app.get('/metrics', async (_, reply) => {
    reply.type(registry.contentType)
    return registry.metrics()
  })
}
