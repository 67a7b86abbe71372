import { openApiDocument } from '#server/app.ts'
import { command } from './command.ts'

export const openApi = command({
  name: 'openapi',
  summary: 'Print the OpenAPI 3.1 document of the calls',
  database: false,
  run: async () => openApiDocument(),
  show: (document) => JSON.stringify(document, null, 2),
})
