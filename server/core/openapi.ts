import { z } from 'zod'
import { buildEndpointPath, type EndpointSpec, type UploadLimits } from '#contract/core/endpoint.ts'
import { ErrorResponse } from '#contract/core/errors.ts'
import { toJsonSchema } from './json-schema.ts'

const buildErrorResponse = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
})

const buildErrorResponses = (endpoint: EndpointSpec) => ({
  ...(endpoint.params || endpoint.query || endpoint.body
    ? { 400: buildErrorResponse('A field does not fit; `fields` names it') }
    : {}),
  ...(endpoint.open === 'anybody' ? {} : { 401: buildErrorResponse('Not signed in, or the session is over') }),
  ...(endpoint.module ? { 403: buildErrorResponse('The permission is missing') } : {}),
  ...(endpoint.params ? { 404: buildErrorResponse('Not there, or outside the scope of the caller') } : {}),
  ...(endpoint.upload
    ? {
        413: buildErrorResponse(`More than ${endpoint.upload.maxBytes} bytes`),
        415: buildErrorResponse('Not one of the media types that the call takes'),
        422: buildErrorResponse('The content is not what it says it is'),
      }
    : {}),
})

const buildParameters = (endpoint: EndpointSpec) =>
  (['params', 'query'] as const).flatMap((part) => {
    const schema = endpoint[part]
    if (!schema) return []
    const described = toJsonSchema(schema, 'input') as {
      properties?: Record<string, { description?: string }>
      required?: string[]
    }
    return Object.entries(described.properties ?? {}).map(([name, value]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || (described.required ?? []).includes(name),
      schema: value,
    }))
  })

const buildResponseContent = ({ stream, output }: EndpointSpec) => {
  if (stream) return { description: 'Events, as they happen', content: { 'text/event-stream': {} } }
  const isText = output instanceof z.ZodString
  return isText
    ? { description: 'Plain text', content: { 'text/plain': {} } }
    : { description: 'A file', content: { 'application/octet-stream': {} } }
}

const buildUploadContent = ({ types }: UploadLimits) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

/** Reads of JSON: whoever has an answer already asks whether it still holds. */
const isTagged = ({ method, stream, output }: EndpointSpec): boolean =>
  method === 'GET' && !stream && output instanceof z.ZodObject

const buildOperation = (endpoint: EndpointSpec) => ({
  operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[^a-zA-Z]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')}`,
  tags: [endpoint.path.split('/').find((part) => part !== '') ?? 'root'],
  summary: endpoint.summary,
  ...(endpoint.module ? { description: `Needs the permission ${endpoint.module}: ${endpoint.action}.` } : {}),
  security: endpoint.open === 'anybody' ? [] : [{ session: [] }],
  parameters: [
    ...buildParameters(endpoint),
    ...(endpoint.idempotent
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: true,
            schema: { type: 'string', minLength: 8, maxLength: 120 },
          },
        ]
      : []),
    ...(isTagged(endpoint)
      ? [{ name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } }]
      : []),
  ],
  ...(endpoint.upload ? { requestBody: { content: buildUploadContent(endpoint.upload), required: true } } : {}),
  ...(endpoint.body
    ? { requestBody: { content: { 'application/json': { schema: toJsonSchema(endpoint.body, 'input') } } } }
    : {}),
  responses: {
    200:
      endpoint.output instanceof z.ZodObject
        ? {
            description: 'Done',
            ...(isTagged(endpoint) && { headers: { ETag: { schema: { type: 'string' } } } }),
            content: { 'application/json': { schema: toJsonSchema(endpoint.output, 'output') } },
          }
        : buildResponseContent(endpoint),
    ...(isTagged(endpoint) && { 304: { description: 'As the answer whose ETag was sent' } }),
    ...buildErrorResponses(endpoint),
  },
})

/** The OpenAPI 3.1 document of these endpoints, made from the same schemas that parse and serialise. */
export const buildOpenApiDocument = (endpoints: readonly EndpointSpec[], version: string) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = buildEndpointPath(endpoint).replace(/:([a-zA-Z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: buildOperation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atalaya',
      version,
      description: 'Back office and CRM of an investment firm.',
      license: { name: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Refusal: toJsonSchema(ErrorResponse, 'output') },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'JWT {token}, from the login call',
        },
      },
    },
  }
}
