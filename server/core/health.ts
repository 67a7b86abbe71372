import type { FastifyInstance } from 'fastify'
import { refuse } from './errors.ts'
import { mayReadMetrics, type openMetrics } from './metrics.ts'
import { databaseProbe, type StorageWatch, type Unready } from './readiness.ts'
import type { Tenants } from './tenancy.ts'
import type { Traffic } from './traffic.ts'

type Options = {
  tenants: Tenants
  traffic: Traffic
  storage: StorageWatch
  metrics: ReturnType<typeof openMetrics>
  metricsToken: string | undefined
}

/** The probes and the numbers: /livez the process, /readyz whether it is to get calls, /metrics for Prometheus, by route and never by address. */
export const serveHealth = (app: FastifyInstance, options: Options): void => {
  const { tenants, traffic, storage, metrics, metricsToken } = options
  const config = { kind: 'probe' } as const
  const database = databaseProbe(tenants.signIn(), (missing) =>
    app.log.error(
      { missing: missing.slice(0, 10), count: missing.length },
      'incomplete installation: npm run crm -- migrate',
    ),
  )
  app.addHook('onClose', database.close)
  const findReason = async (): Promise<Unready | undefined> => {
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
    if (!mayReadMetrics(request, metricsToken)) throw refuse('notFound')
    reply.type(metrics.contentType)
    return metrics.read()
  })
}
