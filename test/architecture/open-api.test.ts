import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { buildOpenApiDocument } from '#server/core/openapi.ts'
import { findDocumentProblems, type OpenApi } from './open-api.ts'

const readThing = defineEndpoint({
  method: 'GET',
  path: '/things/:thingId',
  summary: 'One thing',
  module: 'bt_Clientes',
  action: 'view',
  params: z.object({ thingId: z.string() }),
  output: z.object({ name: z.string() }),
})
const writeThing = defineEndpoint({
  method: 'POST',
  changes: [],
  path: '/things',
  summary: 'A new thing',
  open: 'signedIn',
  body: z.object({ name: z.string() }),
  output: z.object({ name: z.string() }),
})
const endpoints = [readThing, writeThing]
const thingPath = '/api/v1/things/{thingId}'

/** A document of the two endpoints in which what stands at `path` was changed by hand; undefined takes it away. */
const changeDocument = (path: readonly string[], value: unknown): OpenApi => {
  const document = structuredClone(buildOpenApiDocument(endpoints, '1'))
  const parent = path.slice(0, -1).reduce<object>((place, key) => Reflect.get(place, key) as object, document)
  if (value === undefined) Reflect.deleteProperty(parent, path.at(-1) ?? '')
  else Reflect.set(parent, path.at(-1) ?? '', value)
  return document as OpenApi
}

const readOperationPath = ['paths', thingPath, 'get']
const writeOperationPath = ['paths', '/api/v1/things', 'post']

const plantedFaults: [string, string[], unknown, string][] = [
  ['another version', ['openapi'], '3.0.0', 'the document does not say that it is OpenAPI 3.1'],
  ['no title', ['info'], {}, 'the document has no title or version'],
  ['a call left out', ['paths', thingPath], undefined, `GET ${thingPath} is in the contract and not in the document`],
  ['a call too many', ['paths', '/extra'], { get: {} }, 'GET /extra is in the document and not in the contract'],
  [
    'no word of unchanged answers',
    [...readOperationPath, 'responses', '304'],
    undefined,
    `GET ${thingPath} does not describe its answer 304`,
  ],
  ['no summary', [...readOperationPath, 'summary'], ' ', `GET ${thingPath} has no summary`],
  ['no id', [...readOperationPath, 'operationId'], undefined, `GET ${thingPath} has no operationId`],
  ['one id for two', [...readOperationPath, 'operationId'], 'postThings', 'two operations are called postThings'],
  ['no security', [...readOperationPath, 'security'], undefined, `GET ${thingPath} does not say who may call it`],
  [
    'open to anybody',
    [...readOperationPath, 'security'],
    [],
    `GET ${thingPath} is open to anybody in the document only`,
  ],
  [
    'an unknown scheme',
    [...readOperationPath, 'security'],
    [{ key: [] }],
    `GET ${thingPath} names an unknown security scheme: key`,
  ],
  [
    'no parameter',
    [...readOperationPath, 'parameters'],
    [],
    `GET ${thingPath} does not describe its parameter thingId`,
  ],
  ['no body', [...writeOperationPath, 'requestBody'], undefined, 'POST /api/v1/things does not describe its body'],
  [
    'no refusal',
    [...readOperationPath, 'responses', '403'],
    undefined,
    `GET ${thingPath} does not describe its answer 403`,
  ],
  ['an empty answer', [...readOperationPath, 'responses', '200'], {}, `GET ${thingPath}: the answer 200 says nothing`],
  ['a lost reference', ['components', 'schemas'], {}, '#/components/schemas/Refusal is referred to and not there'],
]

test('the OpenAPI document of the contract has no faults', () => {
  expect(findDocumentProblems(changeDocument(['servers'], undefined), endpoints)).toEqual([])
})

test.each(plantedFaults)('the OpenAPI check finds %s', (_, path, value, found) => {
  expect(findDocumentProblems(changeDocument(path, value), endpoints)).toContain(found)
})
