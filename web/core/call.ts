import { getChangedSubjects } from '#contract/answer-subjects.ts'
import type { DataSubject } from '#contract/core/data-subjects.ts'
import { buildEndpointPath, type EndpointSpec, type RequestInput, type ResponseBody } from '#contract/core/endpoint.ts'
import type { ErrorResponse } from '#contract/core/errors.ts'
import { config } from './config.ts'
import { openKnownAnswer } from './known-answers.ts'
import { readStored } from './local-storage.ts'
import { getTabSession, tabHeaderName } from './tab-session.ts'

/** A refusal or a failure of the network (status 0). `code` is the key of its text; `requestId` finds it in the server's log. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  readonly requestId: string | null
  /** Seconds to wait before trying again, where the server says so. */
  readonly retryAfter: number | null
  /** The server's own words, whatever we say of the status; null where it had none. */
  readonly text: string | null

  constructor(status: number, refusal: Partial<ErrorResponse>, retryAfter: number | null = null) {
    super(statusMessages[status] ?? refusal.message ?? `HTTP ${status}`)
    this.name = 'CallError'
    this.status = status
    this.code = refusal.code ?? (status === 0 ? 'network' : `http.${status}`)
    this.fields = refusal.fields ?? {}
    this.requestId = refusal.requestId ?? null
    this.retryAfter = retryAfter
    this.text = refusal.message || null
  }
}

/** The specification's own words for a status, in whatever language the page is. */
export const statusMessages: Readonly<Record<401 | 403 | 404, string>> & Readonly<Record<number, string | undefined>> =
  {
    401: 'Invalid credentials',
    403: 'Access Forbidden',
    404: 'Sorry! the data you are looking for could not be found',
  }

type TransportRequest = {
  method: string
  headers: Record<string, string>
  body?: Blob | string
  signal: AbortSignal | undefined
  keepalive?: boolean | undefined
}
export type Transport = (url: string, request: TransportRequest) => Promise<Response>

type CallOptions = {
  signal?: AbortSignal | undefined
  headers?: Record<string, string> | undefined
  /** The second back end of the specification, where a call stands on it. */
  host?: string
  /** Lets the call outlive the page: what is kept while somebody leaves. */
  keepalive?: boolean
  /** What is refused says nothing of the session or the page: the caller alone hears of it. */
  isBackground?: boolean
  /** Sends it otherwise than fetch does: a file that tells how far it is. */
  transport?: Transport
  /** A refusal may mean that what is shown is outdated: it too is answered only once that was read anew. */
  refreshOnRefusal?: boolean
}
type RequestParts = {
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  content?: Blob | undefined
}

let refusalListener = (_error: CallError): void => {}
/** Sets what happens on every refusal of a signed-in call, before the caller sees it. */
export const setRefusalListener = (listener: (error: CallError) => void): void => {
  refusalListener = listener
}

let changeListener = async (_changed: readonly DataSubject[]): Promise<void> => {}
/** Sets what follows a call that has changed something, before the caller goes on. */
export const setChangeListener = (listener: (changed: readonly DataSubject[]) => Promise<void>): void => {
  changeListener = listener
}

const fillPathParams = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** A query as text, in the order given; what is undefined, null or '' is left out. */
export const buildQueryString = (query: Record<string, unknown> = {}): string => {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return pairs.length ? `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}` : ''
}

const parseRefusal = (text: string): Partial<ErrorResponse> => {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

const toCallError = async (response: Response): Promise<CallError> => {
  const text = await response.text().catch(() => '')
  const plain = response.headers.get('content-type')?.startsWith('text/plain') && text
  const refusal = plain ? { message: text } : parseRefusal(text)
  const wait = Number(response.headers.get('retry-after'))
  return new CallError(response.status, refusal, Number.isFinite(wait) && wait > 0 ? wait : null)
}

type EncodedBody = { content: Blob | string; type: string }
const buildRequestBody = ({ body, content }: RequestParts): EncodedBody | undefined => {
  if (content) return { content, type: content.type }
  return body === undefined ? undefined : { content: JSON.stringify(body), type: 'application/json' }
}

const buildRequestHeaders = (
  method: string,
  body: EncodedBody | undefined,
  own: CallOptions['headers'],
): Record<string, string> => {
  const token = readStored('token')
  const belief = getTabSession()
  return {
    ...(token && { authorization: `JWT ${token}` }),
    ...(token && belief && { [tabHeaderName]: belief }),
    ...((method === 'POST' || body) && { 'content-type': body?.type ?? 'application/json' }),
    ...own,
  }
}

const sendByFetch: Transport = (url, { keepalive, signal, ...request }) =>
  fetch(url, {
    ...request,
    ...(signal && { signal }),
    ...(keepalive && { keepalive: true }),
    cache: 'no-store',
    credentials: 'omit',
  })

/** Reports a refusal only while the token is still the one that was sent: a late answer must not end the session that followed. */
export const trackRefusals = (): ((error: CallError) => void) => {
  const token = readStored('token')
  return (error) => {
    if (token && token === readStored('token')) refusalListener(error)
  }
}

/** The only fetch of the app. An abort passes as the browser's own AbortError. */
const sendRequest = async (
  method: string,
  path: string,
  body: EncodedBody | undefined,
  options: CallOptions = {},
): Promise<Response> => {
  const reportRefusal = trackRefusals()
  const transport = options.transport ?? sendByFetch
  const response = await transport((options.host ?? config.api) + path, {
    method,
    headers: buildRequestHeaders(method, body, options.headers),
    ...(body && { body: body.content }),
    signal: options.signal,
    keepalive: options.keepalive,
  }).catch((reason: unknown) => {
    if (options.signal?.aborted) throw reason
    throw new CallError(0, { message: String(reason) })
  })
  // Nothing has changed: only who has asked so is answered so.
  if (response.ok || response.status === 304) return response
  const error = await toCallError(response)
  if (!options.isBackground) reportRefusal(error)
  throw error
}

const buildPathWithQuery = (path: string, { params, query }: RequestParts): string =>
  fillPathParams(path, params) + buildQueryString(query)

/** Where a call of the contract is sent to, below /api/v1. */
export const buildCallPath = <E extends EndpointSpec>({ path }: E, sent: RequestInput<E>): string =>
  buildPathWithQuery(path, sent)

/** Sends a call and gives the response unread: files and streams. What a file notes of its being taken is read anew. Throws CallError as `call` does. */
export const callForStream = async <E extends EndpointSpec>(
  endpoint: E,
  sent: RequestInput<E>,
  options?: CallOptions,
): Promise<Response> => {
  const plain: RequestParts = sent
  const path = buildPathWithQuery(buildEndpointPath(endpoint), plain)
  const response = await sendRequest(endpoint.method, path, buildRequestBody(plain), options)
  const changed = getChangedSubjects(endpoint)
  if (endpoint.method === 'GET' && changed.length > 0) void changeListener(changed)
  return response
}

/** The answer may have been lost on its way: whether it was done isn't known. */
const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 500)

/** A read that was answered before: the server says only whether that still holds. */
const callKnown = async <E extends EndpointSpec>(
  endpoint: E,
  sent: RequestInput<E>,
  options?: CallOptions,
): Promise<ResponseBody<E>> => {
  const path = (options?.host ?? '') + buildCallPath(endpoint, sent)
  const known = openKnownAnswer(path)
  const headers = { ...options?.headers, ...known.headers }
  return (await known.read(await callForStream(endpoint, sent, { ...options, headers }))) as ResponseBody<E>
}

/**
 * Sends a call of the contract and gives its answer, once what the page shows of what it changes was read anew.
 * Throws CallError {status, code, message, fields, requestId}.
 */
export const callEndpoint = async <E extends EndpointSpec>(
  endpoint: E,
  sent: RequestInput<E>,
  options?: CallOptions,
): Promise<ResponseBody<E>> => {
  const changed = getChangedSubjects(endpoint)
  if (endpoint.method === 'GET' && changed.length === 0) return callKnown(endpoint, sent, options)
  const answer: Promise<ResponseBody<E>> = callForStream(endpoint, sent, options).then((response) => response.json())
  if (changed.length === 0) return answer
  await answer.catch((error: unknown) => {
    if (options?.refreshOnRefusal) return
    if (isOutcomeUnknown(error)) void changeListener(changed)
    throw error
  })
  await changeListener(changed)
  return answer
}
