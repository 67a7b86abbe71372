import { z } from 'zod'
import type { Check } from './check.ts'

/** What `z.stringbool` takes, in small letters. */
const yesAndNo = ['true', '1', 'yes', 'on', 'y', 'enabled', 'false', '0', 'no', 'off', 'n', 'disabled']

type Described = {
  type?: string
  format?: string
  enum?: string[]
  pattern?: string
  minLength?: number
  maxLength?: number
}

const checkOf = (name: string, schema: z.ZodType): Check => {
  const said = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described
  if (said.enum) return { oneOf: said.enum }
  if (said.format === 'date') return { day: true }
  if (said.pattern !== undefined) return { pattern: said.pattern }
  if (said.maxLength !== undefined) return { min: said.minLength ?? 0, max: said.maxLength }
  const words = yesAndNo.filter((word) => schema.safeParse(word).success)
  if (words.length === yesAndNo.length && !schema.safeParse('perhaps').success) return { oneOf: words }
  throw new Error(`A filter like ${name} has no check yet: give it one here, or a form that has`)
}

/** The filters of a list as plain data. Throws for a schema that no check stands for. */
export const checksOf = <F extends z.ZodRawShape>(filters: F): Record<keyof F & string, Check> =>
  Object.fromEntries(
    Object.entries(filters).map(([name, schema]) => [name, checkOf(name, schema as z.ZodType)]),
  ) as Record<keyof F & string, Check>
