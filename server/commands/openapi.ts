import { getOpenApiDocument } from '#server/app.ts'
import { defineCommand } from './command.ts'

export const openApiCommand = defineCommand({
  name: 'openapi',
  summary: 'Print the OpenAPI 3.1 document of the calls',
  database: false,
  run: async () => getOpenApiDocument(),
  show: (document) => JSON.stringify(document, null, 2),
})
