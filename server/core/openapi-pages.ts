import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** The document at /api/openapi.json and its pages at /docs. Both are open: they hold no data of the firm. Made when it is first read. */
export const serveDocs = async (app: FastifyInstance, documentOf: () => object): Promise<void> => {
  // Written as JSON or YAML it is what it answers for.
  const document = { toJSON: documentOf }
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // Whether there is TLS is not these pages' to say: on plain http their own scripts would be asked for in vain.
    transformStaticCSP: (header) => header.replace(/;?\s*upgrade-insecure-requests/, ''),
    uiConfig: { defaultModelsExpandDepth: -1 },
  })
  app.get('/api/openapi.json', async () => documentOf())
}
