type PairwiseValues = Record<string, readonly unknown[]>
type PairwiseCase<V extends PairwiseValues> = { [K in keyof V]: V[K][number] }

const formatPairKey = (one: string, a: unknown, other: string, b: unknown): string => `${one}=${a} ${other}=${b}`

const listPairs = (one: Record<string, unknown>): string[] => {
  const names = Object.keys(one)
  return names.flatMap((name, at) =>
    names.slice(at + 1).map((other) => formatPairKey(name, one[name], other, one[other])),
  )
}

/** Every pair of two values of different names. */
const listAllPairs = (values: PairwiseValues): Set<string> => {
  const names = Object.keys(values)
  const found = new Set<string>()
  for (const [at, name] of names.entries())
    for (const other of names.slice(at + 1))
      for (const a of values[name] ?? [])
        for (const b of values[other] ?? []) found.add(formatPairKey(name, a, other, b))
  return found
}

/**
 * Few cases in which each two values meet at least once, those that bring most pairs first. The same values give the same cases.
 */
export const buildPairwiseCases = <V extends PairwiseValues>(values: V): PairwiseCase<V>[] => {
  const missing = listAllPairs(values)
  const names = Object.keys(values)
  const cases: PairwiseCase<V>[] = []
  while (missing.size) {
    // Begins with a pair that is still missing, then takes for each name the value that brings most others.
    const [first = ''] = missing
    const begun = Object.fromEntries(first.split(' ').map((part) => part.split('=') as [string, string]))
    const next: Record<string, unknown> = {}
    for (const name of names) {
      const all = values[name] ?? []
      const gain = (value: unknown): number =>
        listPairs({ ...next, [name]: value }).filter((pair) => missing.has(pair)).length
      next[name] = all.find((value) => String(value) === begun[name]) ?? [...all].sort((a, b) => gain(b) - gain(a))[0]
    }
    for (const pair of listPairs(next)) missing.delete(pair)
    cases.push(next as PairwiseCase<V>)
  }
  return cases
}
