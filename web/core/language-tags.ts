import type { Idioma } from '#contract/core/values.ts'

/**
 * The language of the texts that goes with each idioma. es-MX adds its own words over es. Portuguese has its country too: that of Brazil, which
 * is what pt alone means, counts none as one.
 */
export const languageTags = {
  spanish: 'es',
  english: 'en',
  portuguese: 'pt-PT',
  mexican: 'es-MX',
} as const satisfies Record<Idioma, string>
