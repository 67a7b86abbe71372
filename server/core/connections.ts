import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, errorStatusCodes } from '#contract/core/errors.ts'
import { refusalMessages } from './refusal-messages.ts'
import type { ServerLimits } from './server-limits.ts'

/** Connections beyond the bound that are told so; the ones beyond these are closed unheard. */
const spareConnections = 100
/** How long a connection beyond the bound may stay: long enough to send its request and to hear the refusal. */
const connectionLimitWindowMs = 2_000

/**
 * The open connections of a process.
 * See docs/decisions/0070-server-limits.md
 */
export type ConnectionCounters = {
  open: () => number
  /** How many were refused so far. */
  refused: () => number
  /** The connection came when there were too many: its request is to be refused. */
  isCrowded: (socket: Socket) => boolean
}

type ConnectionCountOptions = {
  limits: ServerLimits
  /** Whom a count by address is for. Not given where all callers come by way of a proxy. */
  networkOf?: ((address: string) => string) | undefined
}

/** Counts connections, and marks those that are too many: of all, or of one address, which may hold half. */
export const countConnections = ({ limits, networkOf }: ConnectionCountOptions) => {
  const crowded = new WeakSet<Socket>()
  const ofNetwork = new Map<string, number>()
  let open = 0
  let refused = 0
  const refuse = (socket: Socket): void => {
    refused += 1
    crowded.add(socket)
    const timer = setTimeout(() => socket.destroy(), connectionLimitWindowMs).unref()
    socket.once('close', () => clearTimeout(timer))
  }
  const admit = (socket: Socket): void => {
    const network = networkOf?.(socket.remoteAddress ?? '')
    const here = network === undefined ? 0 : (ofNetwork.get(network) ?? 0) + 1
    open += 1
    if (network !== undefined) ofNetwork.set(network, here)
    socket.once('close', () => {
      open -= 1
      if (network === undefined) return
      const left = (ofNetwork.get(network) ?? 1) - 1
      if (left > 0) ofNetwork.set(network, left)
      else ofNetwork.delete(network)
    })
    if (open > limits.connections || here > limits.connections / 2) refuse(socket)
  }
  const connections: ConnectionCounters = {
    open: () => open,
    refused: () => refused,
    isCrowded: (socket) => crowded.has(socket),
  }
  const dropped = (): void => {
    refused += 1
  }
  return { connections, admit, dropped }
}

const errorCodeByParserError: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'request.headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
}

/** Answers what is no request, or never becomes one, with the body that every refusal has. No route and no hook sees it. */
export const replyToParserError = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const code = errorCodeByParserError[error.code ?? ''] ?? 'request.malformed'
  const status = errorStatusCodes[code]
  const requestId = randomUUID()
  const body = JSON.stringify({ code, message: refusalMessages[code], requestId })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

/** The HTTP server with its limits of time and of connections. */
export const openHttpServer = (
  listener: RequestListener,
  limits: ServerLimits,
  count: Pick<ReturnType<typeof countConnections>, 'admit' | 'dropped'>,
): Server => {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      // The outermost limit is that of uploads; a call's body has its own.
      requestTimeout: limits.uploadMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkEveryMs,
    },
    listener,
  )
  server.maxConnections = limits.connections + spareConnections
  server.on('connection', count.admit)
  server.on('drop', count.dropped)
  return server
}
