import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { EndpointSpec } from './core/endpoint.ts'

const contractFolder = new URL('./', import.meta.url)
const contractModules = await Promise.all(
  readdirSync(contractFolder)
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => import(new URL(file, contractFolder).href) as Promise<Record<string, unknown>>),
)
const hasBodySchema = (value: unknown): value is EndpointSpec & { body: z.ZodType } =>
  typeof value === 'object' && value !== null && 'path' in value && 'body' in value && value.body instanceof z.ZodType
const endpointsWithBody = contractModules.flatMap((exported) =>
  Object.entries(exported).filter(([, value]) => hasBodySchema(value)),
)

/** The patterns of all texts in a schema. */
const findSchemaPatterns = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'pattern' && typeof value === 'string' ? [value] : findSchemaPatterns(value),
  )
}

/** What is written as a number, and never as a word. */
const isDecimalPattern = (pattern: RegExp): boolean =>
  pattern.test('5.50') && !['x', 'words', 'W0RDS'].some((text) => pattern.test(text))

test('decimal patterns of every request body refuse leading zeros', () => {
  const found = endpointsWithBody.flatMap(([name, call]) =>
    findSchemaPatterns(z.toJSONSchema((call as { body: z.ZodType }).body, { io: 'input', unrepresentable: 'any' }))
      .map((pattern) => ({ name, pattern: new RegExp(pattern, 'u') }))
      .filter(({ pattern }) => isDecimalPattern(pattern)),
  )
  expect(found.length).toBeGreaterThan(10)
  for (const { name, pattern } of found)
    for (const text of ['05.50', '005.50', '00.50']) expect(pattern.test(text), `${name} takes ${text}`).toBe(false)
})
