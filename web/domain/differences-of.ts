import { compareFields } from './field-order.ts'

/** One field of before and after, by the names that lead to it. Missing on a side is undefined. */
export type Difference = {
  id: string
  path: readonly string[]
  before: string | undefined
  after: string | undefined
  change: 'added' | 'removed' | 'changed' | 'same'
}

type Payload = Record<string, unknown> | null

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as a person reads it: text as it is, anything else as JSON. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

type Leaf = { path: readonly string[]; text: string }

const leaves = (payload: Payload, above: readonly string[] = []): Leaf[] =>
  Object.entries(payload ?? {}).flatMap(([key, value]): Leaf[] => {
    const path = [...above, key]
    return isGroup(value) && Object.keys(value).length > 0 ? leaves(value, path) : [{ path, text: textOf(value) }]
  })

const byId = (payload: Payload): Map<string, Leaf> =>
  new Map(leaves(payload).map((leaf) => [leaf.path.join('\n'), leaf]))

const changeOf = (before: string | undefined, after: string | undefined): Difference['change'] => {
  if (before === undefined) return 'added'
  if (after === undefined) return 'removed'
  return before === after ? 'same' : 'changed'
}

/** What differs between before and after, field by field in the order of their reading; what stayed the same comes last. */
export const differencesOf = (before: Payload, after: Payload): Difference[] => {
  const [old, now] = [byId(before), byId(after)]
  const all = [...new Map([...old, ...now])]
    .map(([id, { path }]): Difference => {
      const [was, is] = [old.get(id)?.text, now.get(id)?.text]
      return { id, path, before: was, after: is, change: changeOf(was, is) }
    })
    .sort((one, other) => compareFields(one.path, other.path))
  return [...all.filter(({ change }) => change !== 'same'), ...all.filter(({ change }) => change === 'same')]
}
