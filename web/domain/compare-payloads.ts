import { compareFieldPaths } from './field-order.ts'

/** One field of before and after, by the names that lead to it. Missing on a side is undefined. */
export type PayloadDifference = {
  id: string
  path: readonly string[]
  before: string | undefined
  after: string | undefined
  change: 'added' | 'removed' | 'changed' | 'same'
}

type AuditPayload = Record<string, unknown> | null

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as a person reads it: text as it is, anything else as JSON. */
const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

type PayloadLeaf = { path: readonly string[]; text: string }

const listLeaves = (payload: AuditPayload, above: readonly string[] = []): PayloadLeaf[] =>
  Object.entries(payload ?? {}).flatMap(([key, value]): PayloadLeaf[] => {
    const path = [...above, key]
    return isPlainObject(value) && Object.keys(value).length > 0
      ? listLeaves(value, path)
      : [{ path, text: toText(value) }]
  })

const indexLeavesById = (payload: AuditPayload): Map<string, PayloadLeaf> =>
  new Map(listLeaves(payload).map((leaf) => [leaf.path.join('\n'), leaf]))

const classifyChange = (before: string | undefined, after: string | undefined): PayloadDifference['change'] => {
  if (before === undefined) return 'added'
  if (after === undefined) return 'removed'
  return before === after ? 'same' : 'changed'
}

/** What differs between before and after, field by field in the order of their reading; what stayed the same comes last. */
export const comparePayloads = (before: AuditPayload, after: AuditPayload): PayloadDifference[] => {
  const old = indexLeavesById(before)
  const now = indexLeavesById(after)
  const all = [...new Map([...old, ...now])]
    .map(([id, { path }]): PayloadDifference => {
      const was = old.get(id)?.text
      const is = now.get(id)?.text
      return { id, path, before: was, after: is, change: classifyChange(was, is) }
    })
    .sort((one, other) => compareFieldPaths(one.path, other.path))
  return [...all.filter(({ change }) => change !== 'same'), ...all.filter(({ change }) => change === 'same')]
}
