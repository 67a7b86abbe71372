import { toSearchText } from '#rules/search-text.ts'

/** The words of a name as names are compared, without accents, signs and single letters. */
export const splitNameWords = (text: string): string[] =>
  toSearchText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
