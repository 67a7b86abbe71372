import { z } from 'zod'
import type { FilterCheck } from './filter-check.ts'

/** What `z.stringbool` takes, in small letters. */
const booleanWords = ['true', '1', 'yes', 'on', 'y', 'enabled', 'false', '0', 'no', 'off', 'n', 'disabled']

type JsonSchemaFacts = {
  type?: string
  format?: string
  enum?: string[]
  pattern?: string
  minLength?: number
  maxLength?: number
  items?: JsonSchemaFacts
  maxItems?: number
}

const buildTextCheck = (jsonSchema: JsonSchemaFacts): FilterCheck | undefined => {
  if (jsonSchema.enum) return { oneOf: jsonSchema.enum }
  if (jsonSchema.format === 'day-or-relative') return { day: true }
  if (jsonSchema.pattern !== undefined) return { pattern: jsonSchema.pattern }
  if (jsonSchema.maxLength !== undefined) return { min: jsonSchema.minLength ?? 0, max: jsonSchema.maxLength }
  const one = jsonSchema.items && buildTextCheck(jsonSchema.items)
  return one && { severalOf: one, max: jsonSchema.maxItems ?? 1 }
}

const buildFilterCheck = (name: string, schema: z.ZodType): FilterCheck => {
  const jsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchemaFacts
  const check = buildTextCheck(jsonSchema)
  if (check) return check
  const words = booleanWords.filter((word) => schema.safeParse(word).success)
  if (words.length === booleanWords.length && !schema.safeParse('perhaps').success) return { oneOf: words }
  throw new Error(`A filter like ${name} has no check yet: give it one here, or a form that has`)
}

/** The filters of a list as plain data. Throws for a schema that no check stands for. */
export const buildFilterChecks = <F extends z.ZodRawShape>(filters: F): Record<keyof F & string, FilterCheck> =>
  Object.fromEntries(
    Object.entries(filters).map(([name, schema]) => [name, buildFilterCheck(name, schema as z.ZodType)]),
  ) as Record<keyof F & string, FilterCheck>
