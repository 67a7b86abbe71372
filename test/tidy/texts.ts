import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Gate } from '../architecture/gate.ts'
import { isTestFile, readSources, type SourceFile } from './sources.ts'
import { findTextInMarkup } from './text-in-markup.ts'

const localeByLanguage = { es: 'es-ES', en: 'en-GB', pt: 'pt-PT' } as const
export type TextsByKey = Map<string, string>

/** Words that the specification sets to the letter, wherever the product keeps them. */
const forbiddenLiterals = [
  'Cargando...',
  'Unexpected Application Error!',
  'Usuario o contraseña incorrectos',
  'Usuario no encontrado en el sistema.',
  'Error en el inicio de sesión con Google.',
  'Hemos enviado las instrucciones a tu email.',
  'Email sent',
  'Error al enviar la solicitud',
  'Username or password is incorrect',
  'Sorry, we could not find any registered user with entered username',
  'Invalid credentials',
  'Access Forbidden',
  'Sorry! the data you are looking for could not be found',
  'Ocurrió un error. Por favor, intenta nuevamente.',
  'An error occurred. Please try again.',
  'No hay datos disponibles.',
  'No se han encontrado Clientes que mostrar.',
  'Hemos enviado las instrucciones a tu email.',
  'Usuario no encontrado en el sistema.',
  'Error en el inicio de sesión con Google.',
]

const flattenTexts = (texts: object, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? flattenTexts(value, `${path}${key}.`)
      : [[path + key, String(value)] as [string, string]],
  )

/** All texts of a language as `feature:key` → text. Bundled first: the files are TypeScript, and stand anywhere. */
export const readTexts = async (root: string, language: string): Promise<TextsByKey> => {
  const folder = join(root, 'locales', language)
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.ts')) : []
  const found: TextsByKey = new Map()
  for (const file of files) {
    const { outputFiles } = await build({
      entryPoints: [join(folder, file)],
      bundle: true,
      format: 'esm',
      write: false,
    })
    const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
    const { default: texts } = (await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)) as {
      default: object
    }
    for (const [key, text] of flattenTexts(texts)) found.set(`${file.replace('.ts', '')}:${key}`, text)
  }
  return found
}

const pluralSuffixPattern = /_(zero|one|two|few|many|other)$/
const listPlaceholders = (text: string): string => [...new Set(text.match(/\{\{[^}]*\}\}/g))].sort().join(' ')

/** Which keys a language must have: where Spanish counts, each language counts in its own forms. */
const listExpectedKeys = (spanish: TextsByKey, locale: string): Set<string> => {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  return new Set(
    [...spanish.keys()].flatMap((key) => {
      const base = key.replace(pluralSuffixPattern, '')
      return base === key ? [key] : forms.map((form) => `${base}_${form}`)
    }),
  )
}

const findTextDifferences = (
  language: string,
  texts: TextsByKey,
  usedKeys: Set<string>,
  spanish: TextsByKey,
): string[] => {
  const file = (key: string): string => `locales/${language}/${key.replace(':', '.ts ')}`
  const sourceOf = (key: string): string | undefined =>
    spanish.get(key) ?? spanish.get(key.replace(pluralSuffixPattern, '_other'))
  /** Each language may say the forms of number that Spanish has, also where it doesn't need them. */
  const isForm = (key: string): boolean => pluralSuffixPattern.test(key) && spanish.has(key)
  return [
    ...[...usedKeys].filter((key) => !texts.has(key)).map((key) => `${file(key)} is missing`),
    ...[...texts.keys()]
      .filter((key) => !usedKeys.has(key) && !isForm(key))
      .map((key) => `${file(key)} is not a Spanish key`),
    ...[...texts].filter(([, text]) => text.trim() === '').map(([key]) => `${file(key)} is empty`),
    ...[...texts]
      // A form for one may say the number in words.
      .filter(
        ([key, text]) =>
          !key.endsWith('_one') &&
          usedKeys.has(key) &&
          listPlaceholders(text) !== listPlaceholders(sourceOf(key) ?? text),
      )
      .map(
        ([key, text]) =>
          `${file(key)} fills in [${listPlaceholders(text)}], the Spanish text [${listPlaceholders(sourceOf(key) ?? '')}]`,
      ),
  ]
}

/** A key is used if it is written out somewhere, or if what stands before its last parts is the start of a composed key. */
const findUnusedKeys = (keys: Iterable<string>, all: string): string[] => {
  const quoted = new Set([...all.matchAll(/['"`](?:\w+:)?([\w.-]+)['"`]/g)].map(([, key]) => key))
  const composed = [...new Set([...all.matchAll(/`(?:\w+:)?([\w.-]*\.)\$\{/g)].map(([, start]) => start ?? ''))]
  return [...keys].filter((key) => {
    const name = key.split(':')[1]?.replace(pluralSuffixPattern, '') ?? ''
    if (quoted.has(name) || composed.some((start) => name.startsWith(start))) return false
    // Last: it reads all code, for a key that stands in it as properties do.
    return !(name.includes('.') && new RegExp(`\\b${name.replaceAll('.', '\\.')}\\b`).test(all))
  })
}

/** Headings and words that lists name for their columns, as code would name them. */
const findColumnTexts = (sources: readonly SourceFile[]): string =>
  sources
    .filter(({ path }) => path.startsWith('contract/'))
    .flatMap(({ text }) => [...text.matchAll(/\b(label|words): '([\w:.-]+)'/g)])
    .map(([, what, place]) => (what === 'label' ? `'${place}'` : `\`${place}.\${`))
    .join('\n')

/** Words of fields are found by the names of fields, which no page writes out: `lists of features` compares them. */
const fieldWordsPattern = /^changes:/

export const textsGate: Gate = {
  name: 'texts',
  find: async (root) => {
    const spanish = await readTexts(root, 'es')
    const found: string[] = []
    for (const [language, locale] of Object.entries(localeByLanguage)) {
      const all = language === 'es' ? spanish : await readTexts(root, language)
      found.push(...findTextDifferences(language, all, listExpectedKeys(spanish, locale), spanish))
    }
    const mexican = await readTexts(root, 'mx')
    const known = listExpectedKeys(spanish, localeByLanguage.es)
    found.push(
      ...findTextDifferences('mx', mexican, new Set([...mexican.keys()].filter((key) => known.has(key))), spanish),
    )
    const sources = readSources(root, /\.tsx?$/).filter(({ path }) => !isTestFile(path))
    const code = sources.filter(({ path }) => /^(web|server|rules)\//.test(path))
    const all = [...code.map(({ text }) => text), findColumnTexts(sources)].join('\n')
    found.push(
      ...findUnusedKeys(
        [...spanish.keys()].filter((key) => !fieldWordsPattern.test(key)),
        all,
      ).map((key) => `locales/es/${key.replace(':', '.ts ')} is never used`),
    )
    found.push(...findTextInMarkup(sources))
    const product = sources.map(({ text }) => text).join('\n')
    if (code.length > 0)
      found.push(
        ...forbiddenLiterals
          .filter((words) => !product.includes(words))
          .map((words) => `the specification's text is missing: ${words}`),
      )
    return found
  },
}
