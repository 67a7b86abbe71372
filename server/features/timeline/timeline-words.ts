import type { Idioma } from '#contract/core/values.ts'
import type { TimelineKind } from '#contract/timeline.ts'
import en from '#locales/en/timeline.ts'
import es from '#locales/es/timeline.ts'
import mx from '#locales/mx/timeline.ts'
import pt from '#locales/pt/timeline.ts'
import { toSearchText } from '#rules/search-text.ts'
import { buildTextsGetter } from '#server/core/texts.ts'

const getTexts = buildTextsGetter({ es, en, pt, mx })

type Words = { readonly [key: string]: string | Words }

const listWords = (words: Words, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, word]): [string, string][] =>
    typeof word === 'string' ? [[path + key, word]] : listWords(word, `${path}${key}.`),
  )

/** Keys of what happens in a kind whose words, in the person's language, have this part: people search for what they read. */
export const findWordKeys = (idioma: Idioma, kind: TimelineKind, part: string): string[] => {
  const { kinds, entries } = getTexts(idioma)
  const words: Partial<Record<TimelineKind, Words>> = entries
  const isInKind = toSearchText(kinds[kind]).includes(part)
  return listWords(words[kind] ?? {}).flatMap(([key, word]) =>
    isInKind || toSearchText(word).includes(part) ? [key] : [],
  )
}
