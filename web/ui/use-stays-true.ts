import { useState } from 'react'

/** True from the moment at which it first is, for as long as the key stays: what has been drawn isn't taken away for what is asked anew. */
export const useStaysTrue = (key: string, isTrue: boolean): boolean => {
  const [reachedKey, setReachedKey] = useState<string | null>(null)
  if (isTrue && reachedKey !== key) setReachedKey(key)
  return isTrue || reachedKey === key
}
