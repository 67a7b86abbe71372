type Values = Record<string, readonly unknown[]>
type Case<V extends Values> = { [K in keyof V]: V[K][number] }

const pairKey = (one: string, a: unknown, other: string, b: unknown): string => `${one}=${a} ${other}=${b}`

const pairsOf = (one: Record<string, unknown>): string[] => {
  const names = Object.keys(one)
  return names.flatMap((name, at) => names.slice(at + 1).map((other) => pairKey(name, one[name], other, one[other])))
}

/** Every pair of two values of different names. */
const allPairs = (values: Values): Set<string> => {
  const names = Object.keys(values)
  const found = new Set<string>()
  for (const [at, name] of names.entries())
    for (const other of names.slice(at + 1))
      for (const a of values[name] ?? []) for (const b of values[other] ?? []) found.add(pairKey(name, a, other, b))
  return found
}

/**
 * Few cases in which each two values meet at least once, those that bring most pairs first. The same values give the same cases.
 */
export const pairwise = <V extends Values>(values: V): Case<V>[] => {
  const missing = allPairs(values)
  const names = Object.keys(values)
  const cases: Case<V>[] = []
  while (missing.size) {
    // Begins with a pair that is still missing, then takes for each name the value that brings most others.
    const [first = ''] = missing
    const begun = Object.fromEntries(first.split(' ').map((part) => part.split('=') as [string, string]))
    const next: Record<string, unknown> = {}
    for (const name of names) {
      const all = values[name] ?? []
      const gain = (value: unknown): number =>
        pairsOf({ ...next, [name]: value }).filter((pair) => missing.has(pair)).length
      next[name] = all.find((value) => String(value) === begun[name]) ?? [...all].sort((a, b) => gain(b) - gain(a))[0]
    }
    for (const pair of pairsOf(next)) missing.delete(pair)
    cases.push(next as Case<V>)
  }
  return cases
}
