import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Of the bytes of the answer, so that it tells nothing but whether they are the same: whatever they were made from is read each time. */
const computeEntityTag = (body: string): string => `"${hash('sha256', body, 'base64url').slice(0, 27)}"`

/** Whether the caller has one of these already. A proxy that packs answers makes tags weak: the bytes inside are the same. */
const isKnownTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined && header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)

const isJsonAnswer = (request: FastifyRequest, reply: FastifyReply, body: unknown): body is string =>
  request.method === 'GET' &&
  reply.statusCode === 200 &&
  typeof body === 'string' &&
  request.routeOptions.config.kind === 'call' &&
  String(reply.getHeader('content-type')).startsWith('application/json')

/**
 * Tags the JSON of a read, and sends nothing of it to a caller who says by `If-None-Match` that they have it: 304. Nothing is kept here, and
 * `no-store` stays: only the page that has asked keeps the answer, in its memory. Files and streams pass as they are.
 */
export const tagAnswer = (request: FastifyRequest, reply: FastifyReply, body: unknown): unknown => {
  if (!isJsonAnswer(request, reply, body)) return body
  const tag = computeEntityTag(body)
  reply.header('etag', tag)
  if (!isKnownTag(request.headers['if-none-match'], tag)) return body
  reply.code(304).removeHeader('content-type')
  return null
}
