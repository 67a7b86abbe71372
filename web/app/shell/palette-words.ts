import type { SearchOption } from './search-dialog.tsx'

/** A line: where it leads, or what it does. */
export type PaletteItem = SearchOption & { run: () => void }
export type PaletteGroup = { name: string; lines: PaletteItem[] }

const stripAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export const toWords = (text: string): string[] => stripAccents(text).split(/\s+/).filter(Boolean)

/** Every word somewhere in the title, in whatever order. */
export const matchesAllWords = (words: readonly string[], title: string): boolean => {
  const text = stripAccents(title)
  return words.every((word) => text.includes(word))
}

/** What somebody means to make who types a word for it, and how its name begins, as in "new meeting"; with such words alone, anything. */
export const isMeantToMake = (words: readonly string[], makingWords: readonly string[], title: string): boolean => {
  const named = words.filter((word) => !makingWords.includes(word))
  return named.length < words.length && beginsAllWords(named, title)
}

/** Every word at the beginning of one of the title: what somebody who types the name of a page means. */
export const beginsAllWords = (words: readonly string[], title: string): boolean => {
  const titleWords = toWords(title)
  return words.every((word) => titleWords.some((one) => one.startsWith(word)))
}
