import compileShape from 'fast-json-stringify'
import { z } from 'zod'

type Schema = Record<string, unknown>

/** The JSON schema of what an endpoint takes or gives, for the OpenAPI document. */
export const describe = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Schema
  return described
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The same schema for the serialiser: only shapes. Patterns, formats and choices make it validate each value with every answer;
 * that is the tests' work, which parse every answer with the strict schema.
 */
const simplified = (schema: Schema): Schema => {
  const choices = schema.anyOf
  if (Array.isArray(choices)) {
    const parts = choices.filter(isSchema).map(simplified)
    const real = parts.filter((part) => part.type !== 'null')
    if (real.length === 1 && parts.length === 2) {
      const [only] = real as [Schema]
      return only.type === 'object' || only.type === 'array'
        ? { ...only, nullable: true }
        : { ...only, type: [only.type, 'null'] }
    }
    return { anyOf: parts }
  }
  const {
    pattern,
    format,
    enum: _,
    minimum,
    maximum,
    minLength,
    maxLength,
    default: __,
    const: constant,
    ...kept
  } = schema
  if (constant !== undefined) kept.type ??= typeof constant
  if (isSchema(kept.properties))
    kept.properties = Object.fromEntries(
      Object.entries(kept.properties).map(([key, value]) => [key, simplified(value as Schema)]),
    )
  if (isSchema(kept.items)) kept.items = simplified(kept.items)
  if (isSchema(kept.additionalProperties)) kept.additionalProperties = simplified(kept.additionalProperties)
  delete kept.propertyNames
  return kept
}

const shapeOf = (output: z.ZodType): Schema => {
  const { $schema: _, ...schema } = z.toJSONSchema(output, {
    io: 'output',
    unrepresentable: 'any',
    target: 'draft-7',
  }) as Schema
  return simplified(schema)
}

type Serialise = (answer: unknown) => string

const serialisers = new WeakMap<z.ZodType, Serialise>()

/**
 * How an answer is written: as declared, and nothing that isn't declared leaves at all. Compiled with the first answer, once a process:
 * for all calls together it would take longer than the rest of a start.
 */
export const serialiserOf =
  (output: z.ZodType): Serialise =>
  (answer) => {
    let serialise = serialisers.get(output)
    if (!serialise) {
      serialise = compileShape(shapeOf(output)) as Serialise
      serialisers.set(output, serialise)
    }
    return serialise(answer)
  }
