import type { Idioma } from '#contract/core/values.ts'
import type { Overrides, Shape } from '#locales/shape.ts'

/** The texts of one feature in every language; Spanish is the source, and Mexican says only what it says otherwise. */
type TextsByLanguage<T extends object> = { es: T; en: Shape<T>; pt: Shape<T>; mx?: Overrides<T> }

const mergeOverrides = <T extends object>(texts: T, overrides: object): T =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      const other: unknown = (overrides as Record<string, unknown>)[key]
      return [key, typeof text === 'object' && other ? mergeOverrides(text, other) : (other ?? text)]
    }),
  ) as T

/** The texts in a person's language, for what the server writes itself: files, mails. */
export const buildTextsGetter = <T extends object>({
  es,
  en,
  pt,
  mx,
}: TextsByLanguage<T>): ((idioma: Idioma) => Shape<T>) => {
  const files: Record<Idioma, Shape<T>> = {
    spanish: es as Shape<T>,
    english: en,
    portuguese: pt,
    mexican: (mx ? mergeOverrides(es, mx) : es) as Shape<T>,
  }
  return (idioma) => files[idioma]
}

/** A key as pages name it, taken apart. 'payments:fields.kind': texts of another feature stand among the others under its name. */
export const toTextPath = (key: string): readonly string[] => key.split(/[:.]/)
export const findText = (texts: unknown, path: readonly string[]): unknown =>
  path.reduce((at, key) => (at as Record<string, unknown> | undefined)?.[key], texts)

/** A text with its {{gaps}} filled. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '')

/** The locale that goes with a person's language: signs of numbers, names of countries. */
export const localeByLanguage: Record<Idioma, string> = {
  spanish: 'es-ES',
  english: 'en-GB',
  portuguese: 'pt-PT',
  mexican: 'es-MX',
}
