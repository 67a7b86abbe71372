import type { FastifyInstance } from 'fastify'
import { buildRefusal } from './errors.ts'
import { canReadMetrics, type openMetrics } from './metrics.ts'
import { buildDatabaseProbe, type StorageWatch, type UnreadyReason } from './readiness.ts'
import type { RequestTraffic } from './request-traffic.ts'
import type { TenantDatabases } from './tenancy.ts'

type HealthDeps = {
  tenants: TenantDatabases
  traffic: RequestTraffic
  storage: StorageWatch
  metrics: ReturnType<typeof openMetrics>
  metricsToken: string | undefined
}

/** The probes and the numbers: /livez the process, /readyz whether it is to get calls, /metrics for Prometheus, by route and never by address. */
export const registerHealthEndpoints = (app: FastifyInstance, options: HealthDeps): void => {
  const { tenants, traffic, storage, metrics, metricsToken } = options
  const config = { kind: 'probe' } as const
  const database = buildDatabaseProbe(tenants.signIn(), (missing) =>
    app.log.error(
      { missing: missing.slice(0, 10), count: missing.length },
      'incomplete installation: npm run crm -- migrate',
    ),
  )
  app.addHook('onClose', database.close)
  const findReason = async (): Promise<UnreadyReason | undefined> => {
    if (traffic.isDraining()) return 'draining'
    return (await database.find()) ?? (storage.isFull() ? 'storage' : undefined)
  }
  app.get('/livez', { config }, async () => ({ alive: true }))
  app.get('/readyz', { config }, async (_, reply) => {
    const reason = await findReason()
    reply.status(reason ? 503 : 200)
    return reason ? { ready: false, reason } : { ready: true }
  })
  app.get('/metrics', { config }, async (request, reply) => {
    if (!canReadMetrics(request, metricsToken)) throw buildRefusal('notFound')
    reply.type(metrics.contentType)
    return metrics.read()
  })
}
