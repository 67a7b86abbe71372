import type { Idioma, Prefix } from './values.ts'

/** The language that follows a prefix, as the specification sets it. */
export const prefixLanguage: Record<Prefix, Idioma> = { dino: 'spanish', dino_uab: 'portuguese', cfl: 'mexican' }

/** What a person may choose instead: English everywhere, and the house's Spanish beside Portuguese. */
export const offeredLanguages = (prefix: Prefix): readonly Idioma[] =>
  prefix === 'dino_uab' ? ['portuguese', 'spanish', 'english'] : [prefixLanguage[prefix], 'english']
