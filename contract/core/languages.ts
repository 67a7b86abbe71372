import type { Idioma, Prefix } from './values.ts'

/** The language that follows a prefix, as the specification sets it. */
export const defaultLanguageByPrefix: Record<Prefix, Idioma> = {
  dino: 'spanish',
  dino_uab: 'portuguese',
  cfl: 'mexican',
}

/** What a person may choose instead: English everywhere, and the house's Spanish beside Portuguese. */
export const getOfferedLanguages = (prefix: Prefix): readonly Idioma[] =>
  prefix === 'dino_uab' ? ['portuguese', 'spanish', 'english'] : [defaultLanguageByPrefix[prefix], 'english']
