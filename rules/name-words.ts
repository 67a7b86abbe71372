import { searchText } from '#rules/search-text.ts'

/** The words of a name as names are compared, without accents, signs and single letters. */
export const nameWords = (text: string): string[] =>
  searchText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
