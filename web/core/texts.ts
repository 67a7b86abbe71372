import { again } from './again.ts'

/** Finds the file of a language's texts of one feature; undefined where that language has none. */
export type TextLoader = (language: string, feature: string) => (() => Promise<{ default: object }>) | undefined

const tries = 5
const firstWait = 350
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** What didn't come is asked for 5 more times, 350 ms after the first failure, then twice as long after each. */
export const persistently = async <T>(load: () => Promise<T>, wait = pause): Promise<T> => {
  for (let failures = 0; ; failures++) {
    try {
      return await load()
    } catch (error) {
      if (failures === tries) throw error
      await wait(firstWait * 2 ** failures)
    }
  }
}

/** What stands in for a language that can't be had: Spanish, the source of all, which is in the bundle for the first pages; then English. */
const fallbacks = ['es', 'en'] as const

/**
 * The texts of a feature: after the first failure 5 more tries, 350 ms apart and doubling, then those of another language.
 * A language without a file of its own (es-MX overrides few) has no texts: it reads through to es. Throws the first failure.
 */
export const loadTexts = async (find: TextLoader, language: string, feature: string, wait = pause): Promise<object> => {
  const load = find(language, feature)
  if (!load) return {}
  try {
    return (await persistently(again(load), wait)).default
  } catch (error) {
    // A variant reads through to its language by itself.
    if (language.includes('-')) return {}
    for (const other of fallbacks) {
      if (other === language) continue
      const texts = await find(other, feature)?.().catch(() => undefined)
      if (texts) return texts.default
    }
    throw error
  }
}
