import type { i18n } from 'i18next'
import { useTranslation as useUntypedTranslation } from 'react-i18next'
import type { TextFiles } from './text-types.ts'

export type TextFile = keyof TextFiles

type PluralEnding = `_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
/** A text with several plurals is asked for by its name without their endings. */
type KeyName<K extends string> = K extends `${infer Name}${PluralEnding}` ? Name | K : K
/** Every path to a text: 'title', 'fields.name'. */
type TextPath<Texts> = {
  [K in keyof Texts & string]: Texts[K] extends string ? KeyName<K> : `${K}.${TextPath<Texts[K]>}`
}[keyof Texts & string]
/** Worked out once for each file, whoever asks. */
type TextPaths = { [F in TextFile]: TextPath<TextFiles[F]> }
type PrefixedTextPaths = { [F in TextFile]: `${F}:${TextPaths[F]}` }

type FirstOf<F> = F extends readonly [infer First extends TextFile, ...unknown[]] ? First : F
type AnyOf<F> = F extends readonly TextFile[] ? F[number] : F
/** The keys that compile for the named files: those of the first as they are, those of all with the name of their file. */
export type TextKey<F extends TextFile | readonly TextFile[]> =
  | TextPaths[FirstOf<F> & TextFile]
  | PrefixedTextPaths[AnyOf<F> & TextFile]

/** Gives the text of a key, with values put in. The package's own type answers for each key apart, which takes half of a check of all types. */
export type Translate<F extends TextFile | readonly TextFile[]> = (
  key: TextKey<F>,
  values?: Readonly<Record<string, unknown>>,
) => string

type Translation<F extends TextFile | readonly TextFile[]> = { t: Translate<F>; i18n: i18n }

/** The texts of one file, or of several of which the first needs no prefix. A key that no Spanish file has doesn't compile. */
export const useTranslation: {
  <F extends TextFile>(file: F): Translation<F>
  <const F extends readonly TextFile[]>(files: F): Translation<F>
} = useUntypedTranslation as never
