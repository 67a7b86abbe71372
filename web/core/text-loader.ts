import { createRetryableImport } from './retry-import.ts'

/** Finds the file of a language's texts of one feature; undefined where that language has none. */
export type FindTexts = (language: string, feature: string) => (() => Promise<{ default: object }>) | undefined
type LoadTexts = (language: string, feature: string) => Promise<object>

const maxRetries = 5
const firstRetryDelayMs = 350
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** What didn't come is asked for 5 more times, 350 ms after the first failure, then twice as long after each. */
export const loadWithRetry = async <T>(load: () => Promise<T>, wait = sleep): Promise<T> => {
  for (let failures = 0; ; failures++) {
    try {
      return await load()
    } catch (error) {
      if (failures === maxRetries) throw error
      await wait(firstRetryDelayMs * 2 ** failures)
    }
  }
}

/** What stands in for a language that can't be had: Spanish, the source of all, which is in the bundle for the first pages; then English. */
const fallbackLanguages = ['es', 'en'] as const

/** Variants whose texts are few, over those of their language. */
const variantLanguages = ['es-MX']

/**
 * Gives what loads the texts of a feature: after the first failure 5 more tries, 350 ms apart and doubling, then those of another language.
 * A language without a file of its own (es-MX overrides few) has no texts: it reads through to es. Throws the first failure.
 */
export const createTextLoader = (find: FindTexts, wait = sleep): LoadTexts => {
  /** Languages whose last file didn't come after all tries: nobody waits as long for the next one. */
  const unreachable = new Set<string>()
  return async (language, feature) => {
    const load = find(language, feature)
    if (!load) return {}
    try {
      const { default: texts } = await (unreachable.has(language)
        ? load()
        : loadWithRetry(createRetryableImport(load), wait))
      unreachable.delete(language)
      return texts
    } catch (error) {
      unreachable.add(language)
      // A variant reads through to its language by itself.
      if (variantLanguages.includes(language)) return {}
      for (const other of fallbackLanguages) {
        if (other === language) continue
        const texts = await find(other, feature)?.().catch(() => undefined)
        if (texts) return texts.default
      }
      throw error
    }
  }
}
