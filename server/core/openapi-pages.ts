import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type CompressedPage = { type: string; plain: Buffer; packed: Buffer; etag: string }

const compressPage = async (type: string, text: string): Promise<CompressedPage> => {
  const plain = Buffer.from(text)
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  return { type, plain, packed: await promisify(gzip)(plain), etag }
}

const sendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  { type, plain, packed, etag }: CompressedPage,
): FastifyReply => {
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  reply.type(type)
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain)
  return reply.header('content-encoding', 'gzip').send(packed)
}

/**
 * The document at /api/openapi.json and its pages at /docs. Both are open: they hold no data of the firm. Anybody may ask as often as they
 * like, so it is written and packed once, when it is first read.
 */
export const registerApiDocs = async (app: FastifyInstance, documentOf: () => object): Promise<void> => {
  let json: Promise<CompressedPage> | undefined
  let yaml: Promise<CompressedPage> | undefined
  const asJson = () => (json ??= compressPage('application/json; charset=utf-8', JSON.stringify(documentOf())))
  const asYaml = () => (yaml ??= compressPage('application/x-yaml', app.swagger({ yaml: true })))
  // Written as JSON or YAML it is what it answers for.
  const document = { toJSON: documentOf }
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // Whether there is TLS is not these pages' to say: on plain http their own scripts would be asked for in vain.
    transformStaticCSP: (header) => header.replace(/;?\s*upgrade-insecure-requests/, ''),
    uiConfig: { defaultModelsExpandDepth: -1 },
    uiHooks: {
      // The pages' own way writes the document anew each time.
      onRequest: async (request, reply) => {
        if (request.routeOptions.url === '/docs/json') return sendPage(request, reply, await asJson())
        if (request.routeOptions.url === '/docs/yaml') return sendPage(request, reply, await asYaml())
      },
    },
  })
  app.get('/api/openapi.json', async (request, reply) => sendPage(request, reply, await asJson()))
}
