import { useEffect, useState } from 'react'

/** For a search on the server: not every letter asks it, and nobody waits for it. */
const searchDelayMs = 200

/** The value once it rests: what is typed meanwhile asks the server for nothing. Compared by identity: an object goes as JSON. */
export const useDebounced = <T extends string | null | undefined>(value: T, delayMs = searchDelayMs): T => {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}
