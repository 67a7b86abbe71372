import { buildEndpointPath, type EndpointSpec, type RequestInput, type ResponseBody } from '#contract/core/endpoint.ts'
import type { ErrorResponse } from '#contract/core/errors.ts'
import { config } from './config.ts'
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
  readonly said: string | null

  constructor(status: number, refusal: Partial<ErrorResponse>, retryAfter: number | null = null) {
    super(statusMessages[status] ?? refusal.message ?? `HTTP ${status}`)
    this.name = 'CallError'
    this.status = status
    this.code = refusal.code ?? (status === 0 ? 'network' : `http.${status}`)
    this.fields = refusal.fields ?? {}
    this.requestId = refusal.requestId ?? null
    this.retryAfter = retryAfter
    this.said = refusal.message || null
  }
}

/** The specification's own words for a status, in whatever language the page is. */
export const statusMessages: Readonly<Record<401 | 403 | 404, string>> & Readonly<Record<number, string | undefined>> =
  {
    401: 'Invalid credentials',
    403: 'Access Forbidden',
    404: 'Sorry! the data you are looking for could not be found',
  }

type Options = {
  signal?: AbortSignal | undefined
  headers?: Record<string, string> | undefined
  /** The second back end of the specification, where a call stands on it. */
  host?: string
  /** Lets the call outlive the page: what is kept while somebody leaves. */
  keepalive?: boolean
  /** What is refused says nothing of the session or the page: the caller alone hears of it. */
  isBackground?: boolean
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

type Body = { content: BodyInit; type: string }
const buildRequestBody = ({ body, content }: RequestParts): Body | undefined => {
  if (content) return { content, type: content.type }
  return body === undefined ? undefined : { content: JSON.stringify(body), type: 'application/json' }
}

/** The only fetch of the app. An abort passes as the browser's own AbortError. */
const sendRequest = async (
  method: string,
  path: string,
  body: Body | undefined,
  options: Options = {},
): Promise<Response> => {
  const token = readStored('token')
  const belief = getTabSession()
  const response = await fetch((options.host ?? config.api) + path, {
    method,
    headers: {
      ...(token && { authorization: `JWT ${token}` }),
      ...(token && belief && { [tabHeaderName]: belief }),
      ...((method === 'POST' || body) && { 'content-type': body?.type ?? 'application/json' }),
      ...options.headers,
    },
    ...(body && { body: body.content }),
    ...(options.signal && { signal: options.signal }),
    ...(options.keepalive && { keepalive: true }),
    cache: 'no-store',
    credentials: 'omit',
  }).catch((reason: unknown) => {
    if (options.signal?.aborted) throw reason
    throw new CallError(0, { message: String(reason) })
  })
  if (response.ok) return response
  const error = await toCallError(response)
  // Only if the token is still the one that was sent: a late answer must not end the session that followed.
  if (token && token === readStored('token') && !options.isBackground) refusalListener(error)
  throw error
}

/** Sends a call and gives the response unread: files and streams. Throws CallError as `call` does. */
export const callForStream = <E extends EndpointSpec>(
  endpoint: E,
  sent: RequestInput<E>,
  options?: Options,
): Promise<Response> => {
  const plain: RequestParts = sent
  const path = fillPathParams(buildEndpointPath(endpoint), plain.params) + buildQueryString(plain.query)
  return sendRequest(endpoint.method, path, buildRequestBody(plain), options)
}

/** Sends a call of the contract and gives its answer. Throws CallError {status, code, message, fields, requestId}. */
export const callEndpoint = async <E extends EndpointSpec>(
  endpoint: E,
  sent: RequestInput<E>,
  options?: Options,
): Promise<ResponseBody<E>> => (await callForStream(endpoint, sent, options)).json()
