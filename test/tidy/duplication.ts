import type { Gate } from '../architecture/gate.ts'
import { isTest, type Source, sourcesOf } from './sources.ts'

/** In tokens. A copy counts from `counted`; one of `tooLong` is refused by itself; all together may be `share` of the code. */
const limits = { counted: 50, tooLong: 140, share: 0.03 }

type Token = { text: string; file: string; line: number }
type Copy = { tokens: number; first: Token; second: Token }

const lexeme =
  /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[A-Za-z_$][\w$]*|\d[\w.]*|\S/g

/** Code only: imports and comments repeat by nature, and texts and numbers are what a copy changes first. */
const tokensOf = ({ path, text }: Source): Token[] => {
  const code = text.replace(/^import\s[^'"]*['"][^'"]*['"]/gm, (found) => '\n'.repeat(found.split('\n').length - 1))
  let line = 1
  let read = 0
  return [...code.matchAll(lexeme)].flatMap(({ 0: word, index }) => {
    line += code.slice(read, index).split('\n').length - 1
    read = index
    if (word.startsWith('//') || word.startsWith('/*')) return []
    const kind = /^['"`]/.test(word) ? "''" : /^\d/.test(word) ? '0' : word
    return [{ text: kind, file: path, line }]
  })
}

const sameFrom = (all: readonly Token[], a: number, b: number): number => {
  let length = 0
  while (b + length < all.length && a + length < b) {
    const [one, other] = [all[a + length] as Token, all[b + length] as Token]
    if (one.text !== other.text || one.file !== all[a]?.file || other.file !== all[b]?.file) break
    length += 1
  }
  return length
}

/** Every stretch of code that stands somewhere before as well, longest first. */
export const copiesIn = (sources: readonly Source[]): { copies: Copy[]; tokens: number } => {
  const all = sources.flatMap(tokensOf)
  const seen = new Map<string, number[]>()
  const copies: Copy[] = []
  let covered = 0
  for (let at = 0; at + limits.counted <= all.length; at += 1) {
    const window = all.slice(at, at + limits.counted)
    if (window.at(-1)?.file !== window[0]?.file) continue
    const key = window.map(({ text }) => text).join(' ')
    const earlier = seen.get(key) ?? []
    if (at >= covered) {
      const best = earlier
        .map((from) => ({ from, length: sameFrom(all, from, at) }))
        .reduce((a, b) => (b.length > a.length ? b : a), { from: -1, length: 0 })
      if (best.length >= limits.counted) {
        copies.push({ tokens: best.length, first: all[best.from] as Token, second: all[at] as Token })
        covered = at + best.length
      }
    }
    seen.set(key, [...earlier, at])
  }
  return { copies: copies.sort((a, b) => b.tokens - a.tokens), tokens: all.length }
}

const told = ({ tokens, first, second }: Copy): string =>
  `${second.file}:${second.line} repeats ${tokens} tokens of ${first.file}:${first.line}`

export const duplication: Gate = {
  name: 'duplication',
  find: async (root) => {
    const sources = sourcesOf(root, /\.(tsx?|mjs)$/).filter(({ path }) => !path.startsWith('locales/') && !isTest(path))
    const { copies, tokens } = copiesIn(sources)
    const share = copies.reduce((sum, copy) => sum + copy.tokens, 0) / Math.max(tokens, 5_000)
    return [
      ...copies.filter((copy) => copy.tokens >= limits.tooLong).map(told),
      ...(share > limits.share
        ? [
            `${(share * 100).toFixed(1)} % of the code stands twice; at most ${limits.share * 100} %`,
            ...copies.slice(0, 10).map(told),
          ]
        : []),
    ]
  },
}
