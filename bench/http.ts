import { Agent, request } from 'node:http'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { buildEndpointPath } from '#contract/core/endpoint.ts'

const keepAliveAgent = new Agent({ keepAlive: true, maxSockets: 64 })

/** A whole answer: its size on the wire, and its text. */
export type HttpResponse = { status: number; bytes: number; text: string; encoding: string | undefined }

/** Over a kept connection. Anything but 200 is an error: a bench that measures refusals measures nothing. */
const sendRequest = (
  method: 'GET' | 'POST',
  url: string,
  headers: Record<string, string>,
  body = '',
): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent: keepAliveAgent, method, headers }, (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        // A file of many megabytes is counted, not kept.
        if (bytes < 4_000_000) chunks.push(chunk)
      })
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const status = response.statusCode ?? 0
        if (status !== 200) return reject(new Error(`${status} at ${url}: ${text.slice(0, 300)}`))
        return resolve({ status, bytes, text, encoding: response.headers['content-encoding'] })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
const buildAuthHeaders = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `JWT ${token}` } : {}

export const sendGet = (url: string, token?: string, headers: Record<string, string> = {}): Promise<HttpResponse> =>
  sendRequest('GET', url, { ...headers, ...buildAuthHeaders(token) })

/** Sends a body of JSON. */
export const sendPost = (
  url: string,
  token: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<HttpResponse> =>
  sendRequest(
    'POST',
    url,
    { ...headers, 'content-type': 'application/json', ...buildAuthHeaders(token) },
    JSON.stringify(body),
  )

type QueryParams = Record<string, string | number | boolean | undefined>

/** The address of a call with its parameters. */
export const buildEndpointUrl = (
  base: string,
  endpoint: EndpointSpec,
  query: QueryParams,
  params: Record<string, string> = {},
): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const words = new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
  return `${base}${buildEndpointPath(endpoint).replace(/:(\w+)/g, (_, name: string) => params[name]!)}?${words}`
}

/** Lets go of the kept connections, so that a server can end. */
export const closeConnections = (): void => keepAliveAgent.destroy()
