import { expect, test } from 'vitest'
import { z } from 'zod'
import { allRoutes } from '#server/app.ts'

/** The schemas that a schema is made of, each with the step that leads to it. */
const listSchemaParts = (schema: z.core.$ZodType): [string, z.core.$ZodType][] => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape)
    case 'array':
      return [['*', def.element]]
    case 'record':
      return [['*', def.valueType]]
    case 'tuple':
      return def.items.map((item, at) => [String(at), item])
    case 'union':
      return def.options.map((option) => ['', option])
    case 'intersection':
      return [
        ['', def.left],
        ['', def.right],
      ]
    case 'pipe':
      return [['', def.in]]
    case 'lazy':
      return [['', def.getter()]]
    default:
      return 'innerType' in def ? [['', def.innerType]] : []
  }
}

/** Objects in the schema that drop what they don't know, by path. The outermost isn't asked: serving an endpoint makes it strict. */
const findLooseObjects = (schema: z.core.$ZodType, path: readonly string[] = []): string[] =>
  listSchemaParts(schema).flatMap(([step, part]) => {
    const here = step ? [...path, step] : path
    const { def } = (part as z.core.$ZodTypes)._zod
    const isLoose = def.type === 'object' && def.catchall?._zod.def.type !== 'never'
    return [...(isLoose ? [here.join('.')] : []), ...findLooseObjects(part, here)]
  })

test('no call drops an unknown key, however deep', () => {
  const found = allRoutes.flatMap(({ endpoint: { method, path, body, query } }) =>
    [body, query].flatMap((schema) => (schema ? findLooseObjects(schema).map((at) => `${method} ${path}: ${at}`) : [])),
  )
  expect(found).toEqual([])
})

test('finds a schema object that drops keys, however nested', () => {
  const loose = z.object({ a: z.string() })
  const schema = z.object({
    plain: loose,
    open: z.looseObject({}),
    maybe: loose.partial().nullable().optional(),
    list: z.array(z.strictObject({ inner: loose })),
    either: z.union([z.string(), loose]),
    map: z.record(z.string(), loose),
    piped: loose.transform(({ a }) => a),
    defaulted: loose.default({ a: '' }),
    good: z.strictObject({ a: z.string() }).partial().nullable(),
  })
  const expected = ['plain', 'open', 'maybe', 'list.*.inner', 'either', 'map.*', 'piped', 'defaulted']
  expect(findLooseObjects(schema)).toEqual(expected)
})
