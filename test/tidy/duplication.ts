import type { Gate } from '../architecture/gate.ts'
import { isTestFile, readSources, type SourceFile } from './sources.ts'
import { removeReplaced } from './sql-sources.ts'
import { type Token, tokenize } from './tokens.ts'

/**
 * In tokens. A copy counts from `counted`; one of `tooLong` is refused by itself, one that is mostly SQL from `tooLongInSql` on: a statement says more
 * in fewer words, and there the rules of the money stand. All together may be `share` of the code.
 */
const duplicationLimits = { counted: 50, tooLong: 140, tooLongInSql: 60, share: 0.03 }

type DuplicatedCode = { tokens: number; isSql: boolean; first: Token; second: Token }

/** What a list of texts or numbers is made of: two of them are alike whatever they say. */
const listTokenPattern = /^(''|0|,)$/

const countEqualTokens = (all: readonly Token[], a: number, b: number): number => {
  let length = 0
  while (b + length < all.length && a + length < b) {
    const one = all[a + length] as Token
    const other = all[b + length] as Token
    if (one.text !== other.text || one.file !== all[a]?.file || other.file !== all[b]?.file) break
    length += 1
  }
  return length
}

/**
 * A number for the stretch of `limits.counted` tokens that begins at each place, made from that of the place before. Equal stretches have the
 * same number; so have a few others, which `countEqualTokens` tells apart.
 */
const hashTokenWindows = (all: readonly Token[]): number[] => {
  const prime = 67_108_859
  const base = 1_000_003
  const numbers = new Map<string, number>()
  const ids = all.map(({ text }) => {
    const id = numbers.get(text) ?? numbers.size + 1
    numbers.set(text, id)
    return id
  })
  let leaving = 1
  for (let at = 0; at < duplicationLimits.counted; at += 1) leaving = (leaving * base) % prime
  let sum = 0
  const sums = ids.map((id, at) => {
    sum = (sum * base + id) % prime
    const gone = ids[at - duplicationLimits.counted]
    if (gone !== undefined) sum = (sum + prime - ((gone * leaving) % prime)) % prime
    return sum
  })
  return sums.slice(duplicationLimits.counted - 1)
}

/** Every stretch of code that stands somewhere before as well, longest first. */
export const findCopies = (sources: readonly SourceFile[]): { copies: DuplicatedCode[]; tokens: number } => {
  const all = sources.flatMap(tokenize)
  const stretches = hashTokenWindows(all)
  /** At each place, how many tokens before it are more than a list is made of. */
  const wordsBefore = [0]
  for (const { text } of all) wordsBefore.push((wordsBefore.at(-1) as number) + (listTokenPattern.test(text) ? 0 : 1))
  const seen = new Map<number, number[]>()
  const copies: DuplicatedCode[] = []
  let covered = 0
  for (let at = 0; at + duplicationLimits.counted <= all.length; at += 1) {
    if (all[at + duplicationLimits.counted - 1]?.file !== all[at]?.file) continue
    if ((wordsBefore[at + duplicationLimits.counted] as number) - (wordsBefore[at] as number) < 5) continue
    const key = stretches[at] as number
    const earlier = seen.get(key) ?? []
    if (at >= covered) {
      const best = earlier
        .map((from) => ({ from, length: countEqualTokens(all, from, at) }))
        .reduce((a, b) => (b.length > a.length ? b : a), { from: -1, length: 0 })
      if (best.length >= duplicationLimits.counted) {
        const inSql = all.slice(at, at + best.length).filter(({ isSql }) => isSql).length
        copies.push({
          tokens: best.length,
          isSql: 2 * inSql > best.length,
          first: all[best.from] as Token,
          second: all[at] as Token,
        })
        covered = at + best.length
      }
    }
    if (earlier.push(at) === 1) seen.set(key, earlier)
  }
  return { copies: copies.sort((a, b) => b.tokens - a.tokens), tokens: all.length }
}

const formatCopy = ({ tokens, first, second }: DuplicatedCode): string =>
  `${second.file}:${second.line} repeats ${tokens} tokens of ${first.file}:${first.line}`

/** Copies between files that are frozen and can't be mended, or only at a price: which, and why they stand. */
const acceptedDuplicates: readonly { files: readonly [string, string]; why: string }[] = [
  {
    files: ['db/tenant/0014_interest.sql', 'db/tenant/0021_mapped_import.sql'],
    why: 'posting functions share no code: decision 101',
  },
  {
    files: ['db/tenant/0025_large_lists.sql', 'db/tenant/0030_money_lists.sql'],
    why: 'what is kept by day, and what is added to it when it is read, over other journals: ledger verify holds one against the other',
  },
  { files: ['db/registry/0006_audit_seal.sql', 'db/tenant/0009_audit_seal.sql'], why: 'the same table in two schemas' },
  { files: ['db/tenant/0014_interest.sql', 'db/tenant/0014_interest.sql'], why: 'rows of a table of law' },
  {
    files: ['db/tenant/0015_payment_batches.sql', 'db/tenant/0021_mapped_import.sql'],
    why: 'two guards of states, each over its own table',
  },
  {
    files: ['db/tenant/0015_payment_batches.sql', 'db/tenant/0056_undone_rejections.sql'],
    why: 'two guards of states, each over its own table',
  },
]

const isAcceptedCopy = ({ first, second }: DuplicatedCode): boolean =>
  acceptedDuplicates.some(
    ({ files }) => files.includes(first.file) && [...files].sort().join() === [first.file, second.file].sort().join(),
  )

/** Whether the gate refuses a copy by itself. */
export const isTooLong = ({ tokens, isSql }: DuplicatedCode): boolean =>
  tokens >= (isSql ? duplicationLimits.tooLongInSql : duplicationLimits.tooLong)

export const duplicationGate: Gate = {
  name: 'duplication',
  find: async (root) => {
    const code = readSources(root, /\.(tsx?|mjs)$/).filter(
      ({ path }) => !path.startsWith('locales/') && !isTestFile(path),
    )
    const { copies, tokens } = findCopies([...removeReplaced(readSources(root, /\.sql$/)), ...code])
    const share = copies.reduce((sum, copy) => sum + copy.tokens, 0) / Math.max(tokens, 5_000)
    return [
      ...copies.filter((copy) => isTooLong(copy) && !isAcceptedCopy(copy)).map(formatCopy),
      ...(share > duplicationLimits.share
        ? [
            `${(share * 100).toFixed(1)} % of the code stands twice; at most ${duplicationLimits.share * 100} %`,
            ...copies.slice(0, 10).map(formatCopy),
          ]
        : []),
    ]
  },
}
