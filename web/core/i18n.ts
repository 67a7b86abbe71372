import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import auth from '#locales/es/auth.ts'
import common from '#locales/es/common.ts'
import errors from '#locales/es/errors.ts'
import shell from '#locales/es/shell.ts'
import { languageTags } from './language-tags.ts'
import { logDebug } from './note.ts'
import { useSession } from './session.ts'
import { createTextLoader, type FindTexts } from './text-loader.ts'

const localeFolders: Record<string, string> = { 'pt-PT': 'pt', 'es-MX': 'mx' }
/** Those of the pages that anybody sees, and of what watches over a session. */
const localeFiles = import.meta.glob<object>(
  [
    '../../locales/{es,en,pt,mx}/{auth,common,errors,info-form-fields,personal-area,presence,public,public-links,session,shell}.ts',
    '!../../locales/es/{auth,common,errors,shell}.ts',
    // What the server alone writes.
    '!../../locales/*/{mail,reports}.ts',
  ],
  { import: 'default' },
)
const publicNamespaces = [
  'auth',
  'common',
  'errors',
  'info-form-fields',
  'personal-area',
  'presence',
  'public',
  'public-links',
  'session',
  'shell',
]
/** In the first bundle: what stands in for every other language of these. */
const bundledTexts: Record<string, object> = { auth, common, errors, shell }
/** Each language has a list of its own: their addresses take room, and nobody reads four languages. */
const textFileLists = {
  es: () => import('./text-files/es.ts'),
  en: () => import('./text-files/en.ts'),
  'pt-PT': () => import('./text-files/pt.ts'),
  'es-MX': () => import('./text-files/mx.ts'),
}
const importTextFiles = (language: string) => textFileLists[language as keyof typeof textFileLists]()

const findTextFile: FindTexts = (language, feature) => {
  const here = language === 'es' ? bundledTexts[feature] : undefined
  if (here) return async () => ({ default: here })
  const path = `../../locales/${localeFolders[language] ?? language}/${feature}.ts`
  if (publicNamespaces.includes(feature)) {
    const load = localeFiles[path]
    return load && (async () => ({ default: await load() }))
  }
  return async () => {
    const { textFiles } = await importTextFiles(language)
    return { default: (await textFiles[`../${path}`]?.()) ?? {} }
  }
}

const loadNamespace = createTextLoader(findTextFile)

const lazyTextBackend = {
  type: 'backend' as const,
  init: () => {},
  read: (language: string, feature: string, done: (error: Error | null, texts: object | false) => void) => {
    loadNamespace(language, feature).then(
      (texts) => done(null, texts),
      (error: Error) => done(error, false),
    )
  },
}

let markTextsInitialized = (): void => {}
const textsInitialized = new Promise<void>((resolve) => {
  markTextsInitialized = resolve
})

const getSessionLanguage = (): string => languageTags[useSession.getState().currentLanguage]

/** Waits until the texts speak the language of the session: a page drawn before would change its words under the reader's eyes. */
export const waitForSessionLanguage = async (): Promise<void> => {
  await textsInitialized
  // The session may learn of another language while one is on its way.
  while (i18next.language !== getSessionLanguage()) await i18next.changeLanguage(getSessionLanguage())
}

/**
 * Fetches the texts of some features in the language of the session, also where that changes meanwhile. Asked before the texts have
 * started it waits for them: the router is there first. Throws where they can't be had in any language: a page would show their keys.
 */
export const loadNamespaces = async (features: readonly string[]): Promise<void> => {
  do {
    await waitForSessionLanguage()
    await i18next.loadNamespaces(features)
    // What was loaded counts for the language that was spoken then: signing in changes it while its first page is fetched.
  } while (i18next.language !== getSessionLanguage())
  // The last: a variant's own words are few.
  const language = i18next.languages.at(-1) ?? i18next.language
  const missing = features.find((one) => !i18next.hasResourceBundle(language, one))
  if (missing) throw new Error(`The texts of ${missing} can't be loaded`)
}

/** Starts the texts: the shell's Spanish is in the first bundle, everything else is fetched when it is first read. */
export const initTranslations = async (): Promise<void> => {
  let requestedLanguage = getSessionLanguage()
  await i18next
    .use(lazyTextBackend)
    .use(initReactI18next)
    .init({
      lng: requestedLanguage,
      supportedLngs: Object.values(languageTags),
      fallbackLng: false,
      ns: ['common', 'shell', 'errors', 'auth'],
      defaultNS: 'common',
      resources: { es: bundledTexts },
      partialBundledLanguages: true,
      // React escapes what it shows.
      interpolation: { escapeValue: false },
    })
  markTextsInitialized()
  // Spanish comes with the screens; another language's list would be asked for only after them.
  if (requestedLanguage !== 'es')
    importTextFiles(requestedLanguage).catch((error: unknown) => logDebug('no list of texts yet', error))
  const follow = (): void => {
    document.documentElement.lang = i18next.language
  }
  follow()
  i18next.on('languageChanged', follow)
  // By what was asked for last: what is spoken yet may be on its way to another.
  const speak = (): void => {
    const language = getSessionLanguage()
    if (language === requestedLanguage) return
    requestedLanguage = language
    void i18next.changeLanguage(language)
  }
  useSession.subscribe(speak)
  // Signed out while the first texts came.
  speak()
}
