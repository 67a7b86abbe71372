import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { DemoSignIn } from '#contract/auth/demo.ts'
import { formatTabSessionHeader, tabSessionHeader } from '#contract/auth.ts'
import {
  buildEndpointPath,
  type EndpointSpec,
  idempotencyKeyHeader,
  type ParsedRequest,
  type ResponseBody,
  type UploadLimits,
} from '#contract/core/endpoint.ts'
import type { ListContract } from '#contract/core/list.ts'
import type { DayTile, DayTileKey } from '#contract/my-day.ts'
import type { ModuleKey, PermissionAction } from '#contract/permissions.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import type { ApprovalTask } from './approval-task.ts'
import { type Clock, getBusinessDate } from './clock.ts'
import type { Config } from './config.ts'
import type { Ctx } from './ctx.ts'
import type { DayReasonSource } from './day-reason.ts'
import type { DayTileRow } from './day-tile.ts'
import { buildRefusal } from './errors.ts'
import type { FileStorage } from './file-storage.ts'
import { getJsonSerializer } from './json-schema.ts'
import type { RecordType } from './record-type.ts'
import { emptyRecordScope } from './rights.ts'
import type { SearchSource } from './search-source.ts'
import type { SecretBox } from './secret-box.ts'
import { isBlockedByView, loadSessionUser, type SessionTokens, type SessionUser, ViewEndedError } from './session.ts'
import { endIdleSession, recordActivity } from './session-activity.ts'
import { assertSessionStateAllows } from './session-state-check.ts'
import type { TenantDatabases } from './tenancy.ts'
import type { TimelineBranch } from './timeline-branch.ts'
import type { WorkerThreads } from './worker-threads.ts'

/** Of the process's settings, what answers depend on. */
export type EndpointConfig = Pick<
  Config,
  'publicUrl' | 'googleClientId' | 'googleIssuer' | 'googleCalendar' | 'smtpUrl'
>

/** What the machinery needs of the process it runs in. */
export type EndpointDeps = {
  tenants: TenantDatabases
  tokens: SessionTokens
  clock: Clock
  config: EndpointConfig
  /** Keys for what is kept encrypted, one pair for each purpose. */
  getSecretBox: (purpose: string) => SecretBox
  files: FileStorage
  /** Where uploads are read. */
  threads: WorkerThreads
  /** Ways into the invented firm; empty in every other installation. */
  signIns: readonly DemoSignIn[]
  /** Changes that one person makes and another checks, of all features. */
  tasks: readonly ApprovalTask[]
  /** Kinds of record that have shared panels, of all features. */
  records: readonly RecordType[]
  /** The lists of all features, by their paths. */
  lists: ReadonlyMap<string, ListContract>
  /** Kinds of record that the search finds, of all features. */
  searches: readonly SearchSource[]
  /** Parts of the page of one's day, of all features. */
  dayTiles: readonly DayTileSource[]
  /** Why something stands in the list of one's day, of all features. */
  dayReasons: readonly DayReasonSource[]
  /** Kinds of entry in the timeline of clients, of all features. */
  timeline: readonly TimelineBranch[]
  /** Small reads that a page asks for together, of all features. */
  reads: readonly Route[]
  /** Aborted when the process begins to stop: streams that would answer for ever end. */
  draining: AbortSignal
}

/** The raw request and reply, for the few answers that aren't JSON (exports) or come before a session (sign-in). */
export type HttpContext = { request: FastifyRequest; reply: FastifyReply; deps: EndpointDeps }

/** A part of the page of one's day, as the feature to which it belongs declares it. Keeps to `ctx.scopes`. */
export type DayTileSource = {
  key: DayTileKey
  /** Whoever may look here has the tile, with the records of their scope. */
  module: ModuleKey
  find: (
    ctx: Ctx,
    raw: HttpContext,
  ) => Promise<Pick<DayTile, 'total' | 'amount' | 'path'> & { rows: readonly DayTileRow[] }>
}

/** The parts of an address, as they are before they are parsed. */
export type UnparsedInput = { params: unknown; query: unknown }

export type Route = {
  endpoint: EndpointSpec
  /** The list whose page it answers. */
  list?: ListContract
  handle: (raw: HttpContext) => Promise<unknown>
  /** Of uploads: refuses whoever may not send one before anything of it is read. */
  admit?: (raw: HttpContext) => Promise<void>
  /** Of small reads: the JSON of the answer in a session that was checked, with everything else that a call of its own checks. */
  read?: (ctx: Ctx, input: UnparsedInput, raw: HttpContext) => Promise<string>
}

const tokenHeaderPattern = /^JWT (\S+)$/

/** A tab says what it believes of its session. Where that is past, nothing is done: the tab has to look again. */
const assertSameTabSession = ({ headers }: FastifyRequest, person: SessionUser): void => {
  const claimedSession = headers[tabSessionHeader]
  if (claimedSession !== undefined && claimedSession !== formatTabSessionHeader(person))
    throw buildRefusal('session.changed')
}

/** The session's own view again, said in the audit as every other change of view is. */
const endViewSql = `
  insert into audit_event (user_id, cvl, acting_cvl, action, entity, entity_id, before, after, request_id, address)
  select $2, $3, $4, 'view.ended', 'employee', (select e.id from employee e where e.cvl = $4), jsonb_build_object('actingCvl', $4::text),
         '{"actingCvl": null}', $5, $6
    from registry.set_acting_cvl($1, null)`

/** The token of the request. Of several headers nobody can tell which is meant, so none is. */
const readToken = ({ headers, raw }: FastifyRequest): string | undefined => {
  const named = raw.rawHeaders.filter((name, n) => n % 2 === 0 && name.length === 13 && /^authorization$/i.test(name))
  return named.length > 1 ? undefined : tokenHeaderPattern.exec(headers.authorization ?? '')?.[1]
}

const buildRequestContext = async ({ request, deps }: HttpContext): Promise<Ctx> => {
  const token = readToken(request)
  if (!token) throw buildRefusal('session.missing')
  const claims = await deps.tokens.verify(token)
  const tenant = deps.tenants.of(claims.prefix)
  const today = getBusinessDate(claims.prefix, deps.clock)
  const person = await loadSessionUser(tenant, claims, deps.clock(), today).catch(async (error: unknown) => {
    if (error instanceof RefusalError && error.code === 'session.idle')
      await endIdleSession(request, claims.sessionId, deps)
    if (!(error instanceof ViewEndedError)) throw error
    // The person, or whoever's view it is, has moved: the session is its own again, and the tab has to look anew.
    const { userId, cvl, actingCvl } = error.who
    await tenant.queryPrepared('end view', endViewSql, [
      claims.sessionId,
      userId,
      cvl,
      actingCvl,
      request.id,
      request.ip,
    ])
    throw buildRefusal('session.changed')
  })
  assertSameTabSession(request, person)
  return {
    person,
    scopes: [emptyRecordScope],
    prefix: claims.prefix,
    tenant,
    db: tenant.db,
    businessDate: today,
    requestId: request.id,
    address: request.ip,
  }
}

/**
 * What a call is in another's view: a reading, unless it writes. What is one's own is no exception: whoever looks on changes nothing
 * before they are back in their own view.
 */
const getActionInView = ({ method, action = 'view', allowedInViewReason }: EndpointSpec): PermissionAction => {
  if (allowedInViewReason !== undefined) return 'view'
  const reads = action === 'view' || action === 'export'
  return method !== 'GET' && reads ? 'edit' : action
}

/** The permission of the endpoint, and whose records it is about then. */
const applyPermission = (ctx: Ctx, endpoint: EndpointSpec): Ctx => {
  const { module, action, usesOwnRights } = endpoint
  const { rights, ownRights } = ctx.person
  const counted = usesOwnRights ? ownRights : rights
  if (module && !counted.may(module, action)) throw buildRefusal('permission.missing')
  if (isBlockedByView(ctx.person, getActionInView(endpoint))) throw buildRefusal('cvl.readOnly')
  return module ? { ...ctx, scopes: counted.getScopes(module, action) } : ctx
}

/** The code that a check of ours names, else zod's own. */
const getFieldErrorCode = (issue: z.core.$ZodIssue): string =>
  issue.code === 'custom' && typeof issue.params?.field === 'string' ? issue.params.field : issue.code

/** Fields that don't fit are named by their path, each with its code: the caller can mend all of them at once. */
const parseInputPart = (schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return undefined
  const result = schema.safeParse(value ?? {})
  if (result.success) return result.data
  const named = new Map<string, string>()
  for (const issue of result.error.issues) {
    const unknownKeys = issue.code === 'unrecognized_keys' ? issue.keys : []
    for (const key of unknownKeys) named.set([...issue.path, key].join('.'), 'unknown')
    const path = issue.path.join('.') || '.'
    if (unknownKeys.length === 0 && !named.has(path)) named.set(path, getFieldErrorCode(issue))
  }
  const fields = Object.fromEntries(named)
  throw buildRefusal('request.invalid', {
    message: `These fields do not fit: ${Object.keys(fields).join(', ')}`,
    fields,
  })
}

type UnparsedRequest = Pick<FastifyRequest, 'headers' | 'params' | 'query' | 'body'>

/**
 * Reads the input of an endpoint. Unknown parameters are refused by name: a misspelt filter must not answer everything.
 * The strict schemas are made once: zod compiles each new schema at its first use.
 */
const buildInputParser = (
  endpoint: EndpointSpec,
): ((request: UnparsedRequest, userId?: string) => ParsedRequest<EndpointSpec>) => {
  const params = endpoint.params?.strict()
  const query = endpoint.query?.strict()
  const body = endpoint.body?.strict()
  return (request, userId) =>
    ({
      params: parseInputPart(params, request.params),
      query: parseInputPart(query, request.query),
      body: parseInputPart(body, request.body),
      content: endpoint.upload && (request.body ?? new Uint8Array()),
      key: endpoint.idempotent && hashIdempotencyKey(request, endpoint, userId),
    }) as unknown as ParsedRequest<EndpointSpec>
}

/** What a caller may name a request by: long enough not to meet another's by chance. */
const idempotencyKeyPattern = /^[\x21-\x7e]{8,120}$/

/** A key counts for who sent it and for what: nobody's key answers somebody else, nor another call. */
const hashIdempotencyKey = (
  { headers }: Pick<UnparsedRequest, 'headers'>,
  { method, path }: EndpointSpec,
  userId = '',
): string => {
  const written = headers[idempotencyKeyHeader]
  if (typeof written !== 'string' || !idempotencyKeyPattern.test(written))
    throw buildRefusal('request.invalid', {
      message: 'The header Idempotency-Key has to name this wish in 8 to 120 characters',
      fields: { [idempotencyKeyHeader]: written === undefined ? 'required' : 'invalid' },
    })
  return createHash('sha256').update([userId, method, path, written].join('\n')).digest('hex')
}

/** Binds an endpoint to the function that answers it: session, permission and input first, in this order. */
export const buildRoute = <const E extends EndpointSpec>(
  endpoint: E,
  answer: (ctx: Ctx, input: ParsedRequest<E>, raw: HttpContext) => Promise<ResponseBody<E>>,
): Route => {
  const input = buildInputParser(endpoint)
  const openContext = async (raw: HttpContext): Promise<Ctx> => {
    const ctx = await buildRequestContext(raw)
    assertSessionStateAllows(ctx.person, endpoint)
    return ctx
  }
  const noteActivity = async (ctx: Ctx, raw: HttpContext): Promise<void> => {
    if (!endpoint.isBackground) await recordActivity(raw.request, ctx.person, raw.deps)
  }
  const answerIn = async (ctx: Ctx, raw: HttpContext) =>
    answer(applyPermission(ctx, endpoint), input(raw.request, ctx.person.userId) as ParsedRequest<E>, raw)
  return {
    endpoint,
    handle: async (raw) => {
      const ctx = await openContext(raw)
      // Nobody waits for the note: it is written while the answer is read, and is there before the next call.
      const [answered] = await Promise.all([answerIn(ctx, raw), noteActivity(ctx, raw)])
      return answered
    },
    ...(endpoint.upload
      ? {
          admit: async (raw) => {
            const ctx = await openContext(raw)
            await noteActivity(ctx, raw)
            applyPermission(ctx, endpoint)
          },
        }
      : {}),
    ...(endpoint.combinable && {
      read: async (ctx, { params, query }, raw) => {
        assertSessionStateAllows(ctx.person, endpoint)
        const parsed = input({ headers: {}, params, query, body: undefined }) as ParsedRequest<E>
        return getJsonSerializer(endpoint.output)(await answer(applyPermission(ctx, endpoint), parsed, raw))
      },
    }),
  }
}

/** The same for calls that need no session; compiles only for endpoints that say so. */
export const buildPublicRoute = <const E extends EndpointSpec & { open: 'anybody' }>(
  endpoint: E,
  answer: (input: ParsedRequest<E>, raw: HttpContext) => Promise<ResponseBody<E>>,
): Route => {
  const input = buildInputParser(endpoint)
  return { endpoint, handle: (raw) => answer(input(raw.request) as ParsedRequest<E>, raw) }
}

/** The person who calls, for calls that tell somebody with a good session more; null for anybody else. */
export const findCaller = async (raw: HttpContext): Promise<SessionUser | null> => {
  if (raw.request.headers.authorization === undefined) return null
  try {
    const { person } = await buildRequestContext(raw)
    return person.states.length === 0 ? person : null
  } catch (error) {
    if (error instanceof RefusalError) return null
    throw error
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call takes no body: whatever is sent as one isn't read. */
    readsNoBody?: boolean
    /** The call takes a file of these media types. */
    upload?: UploadLimits
    /** The call answers plain text, refusals too. */
    plainText?: boolean
  }
}

/** Once a server, before it listens. Throws where two routes have one method and path. */
export const registerRoutes = (app: FastifyInstance, routes: readonly Route[], deps: EndpointDeps): void => {
  for (const { endpoint, handle, admit } of routes) {
    const { output, upload } = endpoint
    app.route({
      method: endpoint.method,
      url: buildEndpointPath(endpoint),
      config: {
        kind: endpoint.stream ? 'live' : 'call',
        readsNoBody: !endpoint.body && !upload,
        plainText: output instanceof z.ZodString,
        ...(upload && { upload }),
      },
      ...(upload && { bodyLimit: upload.maxBytes }),
      ...(admit && { onRequest: (request, reply) => admit({ request, reply, deps }) }),
      ...(output instanceof z.ZodObject && {
        schema: { response: { 200: output } },
        serializerCompiler: () => getJsonSerializer(output),
      }),
      handler: (request, reply) => handle({ request, reply, deps }),
    })
  }
}
