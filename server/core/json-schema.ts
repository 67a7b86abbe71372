import compileShape from 'fast-json-stringify'
import { z } from 'zod'

type JsonSchema = Record<string, unknown>

/** The JSON schema of what an endpoint takes or gives, for the OpenAPI document. */
export const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as JsonSchema
  return described
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The same schema for the serialiser: only shapes. Patterns, formats and choices make it validate each value with every answer;
 * that is the tests' work, which parse every answer with the strict schema.
 */
const simplifyJsonSchema = (schema: JsonSchema): JsonSchema => {
  const choices = schema.anyOf
  if (Array.isArray(choices)) {
    const parts = choices.filter(isSchema).map(simplifyJsonSchema)
    const real = parts.filter((part) => part.type !== 'null')
    if (real.length === 1 && parts.length === 2) {
      const [only] = real as [JsonSchema]
      return only.type === 'object' || only.type === 'array'
        ? { ...only, nullable: true }
        : { ...only, type: [only.type, 'null'] }
    }
    return { anyOf: parts }
  }
  const {
    pattern,
    format,
    enum: _enum,
    minimum,
    maximum,
    minLength,
    maxLength,
    default: _default,
    const: constant,
    ...kept
  } = schema
  if (constant !== undefined) kept.type ??= typeof constant
  if (isSchema(kept.properties))
    kept.properties = Object.fromEntries(
      Object.entries(kept.properties).map(([key, value]) => [key, simplifyJsonSchema(value as JsonSchema)]),
    )
  if (isSchema(kept.items)) kept.items = simplifyJsonSchema(kept.items)
  if (isSchema(kept.additionalProperties)) kept.additionalProperties = simplifyJsonSchema(kept.additionalProperties)
  delete kept.propertyNames
  return kept
}

const toSerializerSchema = (output: z.ZodType): JsonSchema => {
  const { $schema, ...schema } = z.toJSONSchema(output, {
    io: 'output',
    unrepresentable: 'any',
    target: 'draft-7',
  }) as JsonSchema
  return simplifyJsonSchema(schema)
}

type JsonSerializer = (answer: unknown) => string

const serializerCache = new WeakMap<z.ZodType, JsonSerializer>()

/**
 * How an answer is written: as declared, and nothing that isn't declared leaves at all. Compiled with the first answer, once a process:
 * for all calls together it would take longer than the rest of a start.
 */
export const getJsonSerializer =
  (output: z.ZodType): JsonSerializer =>
  (answer) => {
    let serialise = serializerCache.get(output)
    if (!serialise) {
      serialise = compileShape(toSerializerSchema(output)) as JsonSerializer
      serializerCache.set(output, serialise)
    }
    return serialise(answer)
  }
