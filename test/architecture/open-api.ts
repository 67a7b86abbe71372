import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { buildEndpointPath, type EndpointSpec } from '#contract/core/endpoint.ts'
import { getOpenApiDocument } from '#server/app.ts'
import { type Gate, projectRoot } from './gate.ts'

type Operation = {
  operationId?: string
  summary?: string
  security?: Record<string, unknown>[]
  parameters?: { name?: string; in?: string; schema?: object }[]
  requestBody?: { content?: Record<string, { schema?: object }> }
  responses?: Record<string, { description?: string; content?: Record<string, object> }>
}
export type OpenApi = {
  openapi?: string
  info?: { title?: string; version?: string }
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, unknown>; securitySchemes?: Record<string, unknown> }
}

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' && value !== null && ['method', 'path', 'summary', 'output'].every((key) => key in value)

/** Every call that the contract declares, alone or as part of a list. */
export const loadDeclaredEndpoints = async (): Promise<EndpointSpec[]> => {
  const folder = join(projectRoot, 'contract')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const found = new Set<EndpointSpec>()
  for (const file of files) {
    const exported: object = await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)
    for (const value of Object.values(exported)) {
      if (isEndpoint(value)) found.add(value)
      else if (typeof value === 'object' && value !== null)
        for (const part of Object.values(value)) if (isEndpoint(part)) found.add(part)
    }
  }
  return [...found]
}

const toOpenApiPath = (endpoint: EndpointSpec): string => buildEndpointPath(endpoint).replace(/:([a-zA-Z]+)/g, '{$1}')

const listExpectedResponses = (endpoint: EndpointSpec): string[] => [
  '200',
  ...(endpoint.method === 'GET' && endpoint.output instanceof z.ZodObject && !endpoint.stream ? ['304'] : []),
  ...(endpoint.params || endpoint.query || endpoint.body ? ['400'] : []),
  ...(endpoint.open === 'anybody' ? [] : ['401']),
  ...(endpoint.module ? ['403'] : []),
  ...(endpoint.params ? ['404'] : []),
]

const findOperationProblems = (
  name: string,
  operation: Operation,
  endpoint: EndpointSpec,
  schemes: readonly string[],
): string[] => {
  const inPath = [...toOpenApiPath(endpoint).matchAll(/\{(\w+)\}/g)].map(([, key]) => key)
  const declared = (operation.parameters ?? []).filter((one) => one.in === 'path').map((one) => one.name)
  const guarded = (operation.security ?? []).flatMap((one) => Object.keys(one))
  const responses = operation.responses ?? {}
  return [
    ...(operation.summary?.trim() ? [] : [`${name} has no summary`]),
    ...(operation.operationId ? [] : [`${name} has no operationId`]),
    ...(operation.security ? [] : [`${name} does not say who may call it`]),
    ...(endpoint.open !== 'anybody' && guarded.length === 0 ? [`${name} is open to anybody in the document only`] : []),
    ...guarded
      .filter((scheme) => !schemes.includes(scheme))
      .map((scheme) => `${name} names an unknown security scheme: ${scheme}`),
    ...inPath.filter((key) => !declared.includes(key)).map((key) => `${name} does not describe its parameter ${key}`),
    ...declared
      .filter((key) => !inPath.includes(key ?? ''))
      .map((key) => `${name} describes ${key}, which its path has not`),
    ...(operation.parameters ?? []).filter((one) => !one.schema).map((one) => `${name}: ${one.name} has no schema`),
    ...(endpoint.body && !operation.requestBody?.content?.['application/json']?.schema
      ? [`${name} does not describe its body`]
      : []),
    ...listExpectedResponses(endpoint)
      .filter((status) => !responses[status])
      .map((status) => `${name} does not describe its answer ${status}`),
    ...Object.entries(responses)
      .filter(
        ([status, { description, content = {} }]) =>
          // An answer that says that nothing has changed has no body.
          !description || (Object.keys(content).length === 0) !== (status === '304'),
      )
      .map(([status]) => `${name}: the answer ${status} says nothing`),
  ]
}

const findBrokenReferences = (document: OpenApi): string[] => {
  const names = new Set([...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, name]) => name ?? ''))
  const known = Object.keys(document.components?.schemas ?? {}).map((name) => `#/components/schemas/${name}`)
  return [...names].filter((name) => !known.includes(name)).map((name) => `${name} is referred to and not there`)
}

/** Where the document isn't a valid OpenAPI 3.1 one, or leaves out something of these endpoints. */
export const findDocumentProblems = (document: OpenApi, endpoints: readonly EndpointSpec[]): string[] => {
  const paths = document.paths ?? {}
  const schemes = Object.keys(document.components?.securitySchemes ?? {})
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  )
  const byName = new Map(operations.map(({ name, operation }) => [name, operation]))
  const expected = new Map(endpoints.map((endpoint) => [`${endpoint.method} ${toOpenApiPath(endpoint)}`, endpoint]))
  const ids = operations.map(({ operation }) => operation.operationId)
  return [
    ...(document.openapi?.startsWith('3.1.') ? [] : ['the document does not say that it is OpenAPI 3.1']),
    ...(document.info?.title && document.info.version ? [] : ['the document has no title or version']),
    ...[...expected.keys()]
      .filter((name) => !byName.has(name))
      .map((name) => `${name} is in the contract and not in the document`),
    ...[...byName.keys()]
      .filter((name) => !expected.has(name))
      .map((name) => `${name} is in the document and not in the contract`),
    ...[...expected].flatMap(([name, endpoint]) => {
      const operation = byName.get(name)
      return operation ? findOperationProblems(name, operation, endpoint, schemes) : []
    }),
    ...ids.filter((id, n) => id && ids.indexOf(id) !== n).map((id) => `two operations are called ${id}`),
    ...findBrokenReferences(document),
  ]
}

export const openApiGate: Gate = {
  name: 'OpenAPI',
  find: async () => findDocumentProblems(getOpenApiDocument() as OpenApi, await loadDeclaredEndpoints()),
}
