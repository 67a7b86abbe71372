/** One field of before and after, as a path: 'maintenance.message'. Missing on a side is undefined. */
export type Difference = {
  field: string
  before: string | undefined
  after: string | undefined
  change: 'added' | 'removed' | 'changed' | 'same'
}

type Payload = Record<string, unknown> | null

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as a person reads it: text as it is, anything else as JSON. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const leaves = (payload: Payload, path = ''): [string, string][] =>
  Object.entries(payload ?? {}).flatMap(([key, value]): [string, string][] =>
    isGroup(value) && Object.keys(value).length > 0 ? leaves(value, `${path}${key}.`) : [[path + key, textOf(value)]],
  )

const changeOf = (before: string | undefined, after: string | undefined): Difference['change'] => {
  if (before === undefined) return 'added'
  if (after === undefined) return 'removed'
  return before === after ? 'same' : 'changed'
}

/** What differs between before and after, field by field; what stayed the same comes last. */
export const differencesOf = (before: Payload, after: Payload): Difference[] => {
  const [old, now] = [new Map(leaves(before)), new Map(leaves(after))]
  const all = [...new Set([...old.keys(), ...now.keys()])].map((field): Difference => {
    const [was, is] = [old.get(field), now.get(field)]
    return { field, before: was, after: is, change: changeOf(was, is) }
  })
  return [...all.filter(({ change }) => change !== 'same'), ...all.filter(({ change }) => change === 'same')]
}
