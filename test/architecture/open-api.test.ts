import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/core/endpoint.ts'
import { openApiOf } from '#server/core/openapi.ts'
import { findInDocument, type OpenApi } from './open-api.ts'

const readThing = endpoint({
  method: 'GET',
  path: '/things/:thingId',
  summary: 'One thing',
  module: 'bt_Clientes',
  action: 'view',
  params: z.object({ thingId: z.string() }),
  output: z.object({ name: z.string() }),
})
const writeThing = endpoint({
  method: 'POST',
  path: '/things',
  summary: 'A new thing',
  open: 'signedIn',
  body: z.object({ name: z.string() }),
  output: z.object({ name: z.string() }),
})
const endpoints = [readThing, writeThing]
const one = '/api/v1/things/{thingId}'

/** A document of the two endpoints in which what stands at `path` was changed by hand; undefined takes it away. */
const documentWith = (path: readonly string[], value: unknown): OpenApi => {
  const document = structuredClone(openApiOf(endpoints, '1'))
  const parent = path.slice(0, -1).reduce<object>((place, key) => Reflect.get(place, key) as object, document)
  if (value === undefined) Reflect.deleteProperty(parent, path.at(-1) ?? '')
  else Reflect.set(parent, path.at(-1) ?? '', value)
  return document as OpenApi
}

const read = ['paths', one, 'get']
const write = ['paths', '/api/v1/things', 'post']

const planted: [string, string[], unknown, string][] = [
  ['another version', ['openapi'], '3.0.0', 'the document does not say that it is OpenAPI 3.1'],
  ['no title', ['info'], {}, 'the document has no title or version'],
  ['a call left out', ['paths', one], undefined, `GET ${one} is in the contract and not in the document`],
  ['a call too many', ['paths', '/extra'], { get: {} }, 'GET /extra is in the document and not in the contract'],
  ['no summary', [...read, 'summary'], ' ', `GET ${one} has no summary`],
  ['no id', [...read, 'operationId'], undefined, `GET ${one} has no operationId`],
  ['one id for two', [...read, 'operationId'], 'postThings', 'two operations are called postThings'],
  ['no security', [...read, 'security'], undefined, `GET ${one} does not say who may call it`],
  ['open to anybody', [...read, 'security'], [], `GET ${one} is open to anybody in the document only`],
  ['an unknown scheme', [...read, 'security'], [{ key: [] }], `GET ${one} names an unknown security scheme: key`],
  ['no parameter', [...read, 'parameters'], [], `GET ${one} does not describe its parameter thingId`],
  ['no body', [...write, 'requestBody'], undefined, 'POST /api/v1/things does not describe its body'],
  ['no refusal', [...read, 'responses', '403'], undefined, `GET ${one} does not describe its answer 403`],
  ['an empty answer', [...read, 'responses', '200'], {}, `GET ${one}: the answer 200 says nothing`],
  ['a lost reference', ['components', 'schemas'], {}, '#/components/schemas/Refusal is referred to and not there'],
]

test('the OpenAPI document of the contract has no faults', () => {
  expect(findInDocument(documentWith(['servers'], undefined), endpoints)).toEqual([])
})

test.each(planted)('the OpenAPI check finds %s', (_, path, value, found) => {
  expect(findInDocument(documentWith(path, value), endpoints)).toContain(found)
})
