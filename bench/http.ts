import { Agent, request } from 'node:http'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { servedAt } from '#contract/core/endpoint.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** A whole answer: its size on the wire, and its text. */
export type Answered = { status: number; bytes: number; text: string; encoding: string | undefined }

/** Over a kept connection. Anything but 200 is an error: a bench that measures refusals measures nothing. */
const ask = (method: 'GET' | 'POST', url: string, headers: Record<string, string>, body = ''): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (response) => {
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
const signedBy = (token: string | undefined): Record<string, string> => (token ? { authorization: `JWT ${token}` } : {})

export const get = (url: string, token?: string, headers: Record<string, string> = {}): Promise<Answered> =>
  ask('GET', url, { ...headers, ...signedBy(token) })

/** Sends a body of JSON. */
export const post = (url: string, token: string, body: object): Promise<Answered> =>
  ask('POST', url, { 'content-type': 'application/json', ...signedBy(token) }, JSON.stringify(body))

type Query = Record<string, string | number | boolean | undefined>

/** The address of a call with its parameters. */
export const addressOf = (
  base: string,
  endpoint: EndpointSpec,
  query: Query,
  params: Record<string, string> = {},
): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const words = new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
  return `${base}${servedAt(endpoint).replace(/:(\w+)/g, (_, name: string) => params[name]!)}?${words}`
}

/** Lets go of the kept connections, so that a server can end. */
export const hangUp = (): void => agent.destroy()
