import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Idioma } from '#contract/core/values.ts'
import auth from '#locales/es/auth.ts'
import common from '#locales/es/common.ts'
import errors from '#locales/es/errors.ts'
import shell from '#locales/es/shell.ts'
import { useSession } from './session.ts'
import { type FindTexts, textLoader } from './texts.ts'

/** The language of the texts that goes with each idioma. es-MX adds its own words over es. */
export const languageTag = {
  spanish: 'es',
  english: 'en',
  portuguese: 'pt',
  mexican: 'es-MX',
} as const satisfies Record<Idioma, string>

const folders: Record<string, string> = { 'es-MX': 'mx' }
/** Those of the pages that anybody sees, and of what watches over a session. */
const files = import.meta.glob<object>(
  [
    '../../locales/{es,en,pt,mx}/{auth,common,errors,personal-area,presence,public,session,shell}.ts',
    '!../../locales/es/{auth,common,errors,shell}.ts',
    // What the server alone writes.
    '!../../locales/*/{mail,reports}.ts',
  ],
  { import: 'default' },
)
const anybodys = ['auth', 'common', 'errors', 'personal-area', 'presence', 'public', 'session', 'shell']
/** In the first bundle: what stands in for every other language of these. */
const bundled: Record<string, object> = { auth, common, errors, shell }
const fileOf: FindTexts = (language, feature) => {
  const here = language === 'es' ? bundled[feature] : undefined
  if (here) return async () => ({ default: here })
  const path = `../../locales/${folders[language] ?? language}/${feature}.ts`
  if (anybodys.includes(feature)) {
    const load = files[path]
    return load && (async () => ({ default: await load() }))
  }
  return async () => {
    const { textFiles } = await import('./text-files.ts')
    return { default: (await textFiles[path]?.()) ?? {} }
  }
}

const loadTexts = textLoader(fileOf)

const lazyTexts = {
  type: 'backend' as const,
  init: () => {},
  read: (language: string, feature: string, done: (error: Error | null, texts: object | false) => void) => {
    loadTexts(language, feature).then(
      (texts) => done(null, texts),
      (error: Error) => done(error, false),
    )
  },
}

let begin = (): void => {}
const begun = new Promise<void>((resolve) => {
  begin = resolve
})

const sessionLanguage = (): string => languageTag[useSession.getState().currentLanguage]

/** Waits until the texts speak the language of the session: a page drawn before would change its words under the reader's eyes. */
export const settleLanguage = async (): Promise<void> => {
  await begun
  // The session may learn of another language while one is on its way.
  while (i18next.language !== sessionLanguage()) await i18next.changeLanguage(sessionLanguage())
}

/**
 * Fetches the texts of some features in the language of the session, also where that changes meanwhile. Asked before the texts have
 * started it waits for them: the router is there first. Throws where they can't be had in any language: a page would show their keys.
 */
export const fetchTexts = async (features: readonly string[]): Promise<void> => {
  do {
    await settleLanguage()
    await i18next.loadNamespaces(features)
    // What was loaded counts for the language that was spoken then: signing in changes it while its first page is fetched.
  } while (i18next.language !== sessionLanguage())
  // The last: a variant's own words are few.
  const language = i18next.languages.at(-1) ?? i18next.language
  const missing = features.find((one) => !i18next.hasResourceBundle(language, one))
  if (missing) throw new Error(`The texts of ${missing} can't be loaded`)
}

/** Starts the texts: the shell's Spanish is in the first bundle, everything else is fetched when it is first read. */
export const startTexts = async (): Promise<void> => {
  let wanted = sessionLanguage()
  await i18next
    .use(lazyTexts)
    .use(initReactI18next)
    .init({
      lng: wanted,
      supportedLngs: ['es', 'en', 'pt', 'es-MX'],
      fallbackLng: false,
      ns: ['common', 'shell', 'errors', 'auth'],
      defaultNS: 'common',
      resources: { es: bundled },
      partialBundledLanguages: true,
      // React escapes what it shows.
      interpolation: { escapeValue: false },
    })
  begin()
  const follow = (): void => {
    document.documentElement.lang = i18next.language === 'pt' ? 'pt-PT' : i18next.language
  }
  follow()
  i18next.on('languageChanged', follow)
  // By what was asked for last: what is spoken yet may be on its way to another.
  const speak = (): void => {
    const language = sessionLanguage()
    if (language === wanted) return
    wanted = language
    void i18next.changeLanguage(language)
  }
  useSession.subscribe(speak)
  // Signed out while the first texts came.
  speak()
}
