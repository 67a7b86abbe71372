import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useDebounced } from '../use-debounced.ts'

type Options = {
  minLetters?: number
  /** What is typed is the name of what was chosen, for example. */
  isPaused?: boolean
}

/**
 * What the server finds by the text that is typed, once it rests; undefined for fewer letters. While it looks, what it found before stays in sight:
 * `answered` is the text to which `found` is the answer, null while there is none yet, as `SearchSelect` takes it.
 */
export const useServerSearch = <Found, Key extends readonly unknown[]>(
  typed: string,
  ask: (text: string) => UseQueryOptions<Found, Error, Found, Key>,
  { minLetters = 2, isPaused = false }: Options = {},
): { found: Found | undefined; isLongEnough: boolean; answered: string | null } => {
  const text = useDebounced(typed.trim())
  const isLongEnough = text.length >= minLetters
  const enabled = isLongEnough && !isPaused
  const { data, isFetching } = useQuery({ ...ask(text), enabled, placeholderData: keepPreviousData })
  return { found: enabled ? data : undefined, isLongEnough, answered: isFetching ? null : text }
}
