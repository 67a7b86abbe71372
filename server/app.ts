import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { DemoSignIn } from '#contract/auth/demo.ts'
import { tabSessionHeader } from '#contract/auth.ts'
import { type ErrorCode, errorStatusCodes } from '#contract/core/errors.ts'
import errorTexts from '#locales/es/errors.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import { collectAllowedMethods } from './core/allowed-methods.ts'
import type { ApprovalTask } from './core/approval-task.ts'
import type { Clock } from './core/clock.ts'
import type { Config } from './core/config.ts'
import { countConnections, openHttpServer, replyToParserError } from './core/connections.ts'
import type { DayReasonSource } from './core/day-reason.ts'
import { tagAnswer } from './core/entity-tag.ts'
import {
  buildRefusal,
  isCallerDisconnected,
  isDatabaseUnavailable,
  isMergedClientError,
  isStatementTimeout,
  isStorageFull,
  isUnstorableTextError,
} from './core/errors.ts'
import { getFileReadingThreads } from './core/file-reading-threads.ts'
import { FileDamagedError, fileEncryptionPurpose, openFileStorage } from './core/file-storage.ts'
import { registerHealthEndpoints } from './core/health-endpoints.ts'
import { openMetrics } from './core/metrics.ts'
import type { NightlyRun } from './core/nightly-run.ts'
import { buildOpenApiDocument } from './core/openapi.ts'
import { registerApiDocs } from './core/openapi-pages.ts'
import { buildOutageLogger } from './core/outage-log.ts'
import { buildStorageWatch, type StorageWatch } from './core/readiness.ts'
import type { RecordType } from './core/record-type.ts'
import { refusalMessages } from './core/refusal-messages.ts'
import { startRequestLog } from './core/request-log.ts'
import { type RequestTraffic, trackTraffic } from './core/request-traffic.ts'
import type { DayTileSource } from './core/routes.ts'
import { type EndpointConfig, type Route, registerRoutes } from './core/routes.ts'
import type { SearchSource } from './core/search-source.ts'
import { type SecretBox, secretBox } from './core/secret-box.ts'
import { type ServerLimits, toServerLimits } from './core/server-limits.ts'
import { buildSessionTokens } from './core/session.ts'
import { buildPageHandler, registerWebFiles } from './core/static-web.ts'
import type { TenantDatabases } from './core/tenancy.ts'
import type { TimelineBranch } from './core/timeline-branch.ts'
import { version } from './core/version.ts'
import { readBackgroundMetrics } from './domain/background-work-metrics.ts'
import { toNetworkAddress } from './domain/network-address.ts'
import { features } from './features/all-features.ts'

type AppConfig = EndpointConfig &
  Pick<
    Config,
    | 'root'
    | 'home'
    | 'logLevel'
    | 'environment'
    | 'corsOrigins'
    | 'trustedProxies'
    | 'api'
    | 'api2'
    | 'metricsToken'
    | 'maxConnections'
    | 'maxCalls'
    | 'drainSeconds'
    | 'finishSeconds'
  >

export type AppParts = {
  config: AppConfig
  tenants: TenantDatabases
  /** Master secret: the tokens' key is derived from it. */
  secret: string
  clock?: Clock
  /** Only where the invented firm was made. */
  signIns?: readonly DemoSignIn[]
  /** What is served beside the product itself. */
  extend?: ((app: FastifyInstance) => Promise<void>) | undefined
  /** Beside those of the features; instead of one of the same name. */
  tasks?: readonly ApprovalTask[]
  /** Instead of those that the settings give. */
  limits?: Partial<ServerLimits>
  /** Where log lines go; standard output unless told otherwise. */
  logStream?: { write: (line: string) => void }
}

/** Every call of the product. The OpenAPI document and the permission test read the same list. */
export const allRoutes: readonly Route[] = features.flatMap(({ routes }) => routes ?? [])

/** Every change that may need a second person. */
export const allTasks: readonly ApprovalTask[] = features.flatMap(({ tasks }) => tasks ?? [])

/** Every kind of record that has comments, documents, activity, somebody in charge and tags. */
const allRecords: readonly RecordType[] = features.flatMap(({ records }) => records ?? [])

const allLists = new Map(
  features.flatMap(({ routes }) => (routes ?? []).flatMap(({ list }) => (list ? [[list.path, list] as const] : []))),
)

/** Every kind of record that the search finds. */
const allSearches: readonly SearchSource[] = features.flatMap(({ searches }) => searches ?? [])

/** Every part of the page of one's day. */
const allDayTiles: readonly DayTileSource[] = features.flatMap(({ dayTiles }) => dayTiles ?? [])
export const allDayReasons: readonly DayReasonSource[] = features.flatMap(({ dayReasons }) => dayReasons ?? [])

/** What is posted of a day after its interest. */
export const allNightlyRuns: readonly NightlyRun[] = features.flatMap(({ nightlyRuns }) => nightlyRuns ?? [])

/** Every kind of entry in the timeline of clients. */
const allTimelineBranches: readonly TimelineBranch[] = features.flatMap(({ timeline }) => timeline ?? [])

/** Every read that a page may ask for together with others. */
const allReads: readonly Route[] = allRoutes.filter(({ read }) => read)

let openApiDocumentCache: ReturnType<typeof buildOpenApiDocument> | undefined
/** Made once for all servers of a process, when it is first asked for: to describe every call takes longer than a start. */
export const getOpenApiDocument = () =>
  (openApiDocumentCache ??= buildOpenApiDocument(
    allRoutes.map(({ endpoint }) => endpoint),
    version,
  ))

type ErrorAnswer = { code: ErrorCode; message?: string; fields?: Record<string, string>; retryAfterSeconds?: number }

/** What the caller is told. Nothing of an unexpected error leaves: it is in the log, under the request's id. */
const toErrorAnswer = (error: FastifyError | RefusalError, { routeOptions }: FastifyRequest): ErrorAnswer => {
  if (error instanceof RefusalError) {
    return { code: error.code, ...error.details }
  }
  if (isDatabaseUnavailable(error)) return { code: 'database.unavailable', retryAfterSeconds: 2 }
  if (isUnstorableTextError(error))
    return { code: 'request.invalid', message: 'The text holds a character that can not be stored' }
  if (isMergedClientError(error)) return { code: 'conflict.changed' }
  if (isStorageFull(error)) return { code: 'storage.full', retryAfterSeconds: 60 }
  if (isStatementTimeout(error)) return { code: 'database.timeout', retryAfterSeconds: 60 }
  const upload = routeOptions?.config.upload
  if (error.statusCode === 413 && upload)
    return {
      code: 'file.tooLarge',
      message: `A file may have at most ${upload.maxBytes} bytes`,
      fields: { megabytes: String(upload.maxBytes / 1_000_000) },
    }
  if (error.statusCode === 413) return { code: 'request.tooLarge' }
  if (error.statusCode === 415 && upload)
    return { code: 'file.unsupported', message: `Send one of ${upload.types.join(', ')}` }
  if (error.statusCode === 415) return { code: 'request.unsupported' }
  // A parameter too long for an address is one of these: their words name the address.
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return { code: 'request.malformed' }
  return { code: 'internal' }
}

/** A call whose text is shown as it comes says its refusals so too, in the language of its answer; a caller may insist on JSON. */
const wantsPlainText = ({ routeOptions, headers }: FastifyRequest): boolean =>
  routeOptions?.config.plainText === true && !headers.accept?.includes('application/json')

/** Answers what a call throws. Faults are logged; a state that all calls meet is told once, and what nobody reads any more not at all. */
const buildErrorHandler = (log: FastifyInstance['log'], storage: StorageWatch) => {
  const logDatabaseAway = buildOutageLogger(log)
  const logStorageFull = buildOutageLogger(log)
  const note = (error: FastifyError | RefusalError, { raw, log: ofRequest }: FastifyRequest, status: number): void => {
    if (error instanceof FileDamagedError) return void ofRequest.error({ err: error }, 'a stored file can not be read')
    // What we refuse on purpose is no fault: maintenance is announced.
    if (status < 500 || error instanceof RefusalError || isCallerDisconnected(error, raw.socket)) return
    if (isDatabaseUnavailable(error))
      logDatabaseAway(error, 'the database is away: calls are answered 503 until it is back')
    else if (isStorageFull(error)) {
      storage.foundFull()
      logStorageFull(error, 'no room on the disk: calls that write are answered 503 until there is')
    } else ofRequest.error({ err: error }, 'request failed')
  }
  return (error: FastifyError | RefusalError, request: FastifyRequest, reply: FastifyReply): void => {
    const { retryAfterSeconds, ...details } = toErrorAnswer(error, request)
    const errorBody = { message: refusalMessages[details.code], ...details }
    const status = errorStatusCodes[errorBody.code]
    note(error, request, status)
    if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
    if (wantsPlainText(request)) {
      const texts: Partial<Record<ErrorCode, string>> = errorTexts.codes
      return void reply
        .status(status)
        .type('text/plain; charset=utf-8')
        .send(texts[errorBody.code] ?? errorBody.message)
    }
    reply.status(status).send({ ...errorBody, requestId: request.id })
  }
}

const parseMediaType = ({ headers }: FastifyRequest): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()

/**
 * JSON, or no body at all whatever its type is called: many clients name one even where they send nothing, or nothing is read.
 * A file only where the call takes one, of the types that it takes.
 */
const registerBodyParsers = (app: FastifyInstance): void => {
  const json = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    const { readsNoBody, upload } = request.routeOptions.config
    if (body.length === 0 || readsNoBody) return done(null, undefined)
    if (upload) {
      if (upload.types.includes(parseMediaType(request))) return done(null, body)
      return done(buildRefusal('file.unsupported', { message: `Send one of ${upload.types.join(', ')}` }), undefined)
    }
    if (/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return json(request, String(body), done)
    done(buildRefusal('request.unsupported'), undefined)
  })
}

/** What no page of ours asks a browser for, so that nothing that gets into one can either. */
const deniedBrowserFeatures = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'midi',
  'display-capture',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

const addSecurityHeaders = async (app: FastifyInstance, corsOrigins: readonly string[]): Promise<void> => {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // Whether there is TLS in front is the proxy's to know, and to say.
    strictTransportSecurity: false,
    // As the policy says of frames: not in our own either.
    xFrameOptions: { action: 'deny' },
  })
  if (corsOrigins.length > 0)
    await app.register(cors, {
      origin: [...corsOrigins],
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: [
        'authorization',
        'content-type',
        'idempotency-key',
        'if-none-match',
        'x-progress',
        'ngrok-skip-browser-warning',
        tabSessionHeader,
      ],
      exposedHeaders: ['x-total-rows', 'content-disposition', 'etag', 'retry-after'],
    })
}

/** The server with its log and its limits, and nothing that it serves yet. */
const createFastifyApp = async ({ config, logStream: logTo }: AppParts, limits: ServerLimits) => {
  const answerPage = await buildPageHandler(config)
  const storage = buildStorageWatch()
  // Where a proxy stands in front, all callers come from its address.
  const counted = countConnections({
    limits,
    networkOf: config.trustedProxies.length > 0 ? undefined : toNetworkAddress,
  })
  const app: FastifyInstance = Fastify({
    serverFactory: (listener) => openHttpServer(listener, limits, counted),
    clientErrorHandler: replyToParserError,
    // Addresses can hold what people typed: a request is logged by its route, never by its URL.
    logger: {
      level: config.logLevel,
      ...(logTo ? { stream: logTo } : {}),
      serializers: { req: ({ method, routeOptions }) => ({ method, route: routeOptions?.url }) },
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: 1_000_000,
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: 200 },
    forceCloseConnections: true,
    // A HEAD of an export would run all of it for nothing.
    exposeHeadRoutes: false,
    // What isn't even an address gets the same answer as all else. No hook sees it.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
      if (!answerPage(request, reply)) answerError(error, request, reply)
    },
  })
  const answerError = buildErrorHandler(app.log, storage)
  app.setErrorHandler(answerError)
  return { app, answerPage, storage, connections: counted.connections }
}

/** The HTTP face, not listening yet, and what is under way in it: whoever stops it lets that finish first. */
export type App = FastifyInstance & { traffic: RequestTraffic }

/** The whole HTTP face: calls, documents, health, metrics, and the built web app. */
export const buildApp = async (parts: AppParts): Promise<App> => {
  const { config, tenants } = parts
  const clock = parts.clock ?? Date.now
  const limits: ServerLimits = { ...toServerLimits(config), ...parts.limits }
  const { app, answerPage, storage, connections } = await createFastifyApp(parts, limits)
  const methodsAt = collectAllowedMethods(app)
  registerBodyParsers(app)
  app.setValidatorCompiler(() => () => true)
  app.addHook('onSend', async (request, reply, body) => {
    reply.header('x-request-id', request.id)
    reply.header('permissions-policy', deniedBrowserFeatures)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    return tagAnswer(request, reply, body)
  })
  await addSecurityHeaders(app, config.corsOrigins)
  const traffic = trackTraffic(app, limits, connections)
  if (['info', 'debug'].includes(config.logLevel)) startRequestLog(traffic)
  const metrics = openMetrics({ traffic, connections, figures: () => readBackgroundMetrics(tenants) })
  registerHealthEndpoints(app, { tenants, traffic, storage, metrics, metricsToken: config.metricsToken })
  const boxes = new Map<string, SecretBox>()
  const getSecretBox = (purpose: string): SecretBox => {
    const box = boxes.get(purpose) ?? secretBox(parts.secret, purpose)
    boxes.set(purpose, box)
    return box
  }
  registerRoutes(app, allRoutes, {
    tenants,
    tokens: buildSessionTokens(parts.secret, clock),
    clock,
    config,
    getSecretBox,
    files: openFileStorage(config.home, getSecretBox(fileEncryptionPurpose)),
    threads: getFileReadingThreads(),
    signIns: parts.signIns ?? [],
    tasks: [...new Map([...allTasks, ...(parts.tasks ?? [])].map((task) => [task.name, task])).values()],
    records: allRecords,
    lists: allLists,
    searches: allSearches,
    dayTiles: allDayTiles,
    dayReasons: allDayReasons,
    timeline: allTimelineBranches,
    reads: allReads,
    draining: traffic.draining,
  })
  await parts.extend?.(app)
  await registerApiDocs(app, getOpenApiDocument)
  await registerWebFiles(app, config.root, { answerPage, methodsAt })
  return Object.assign(app, { traffic })
}
