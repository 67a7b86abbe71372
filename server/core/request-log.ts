import type { RequestTraffic } from './request-traffic.ts'

/** One line at level info for each request that is over, probes apart: by its route and never by its address, of nobody by name. */
export const startRequestLog = (traffic: RequestTraffic): void =>
  traffic.onEnd(({ request, reply, isAnswered }) => {
    const { kind } = request.routeOptions.config
    if (kind === 'probe') return
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: isAnswered ? reply.statusCode : 'cut',
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
