import { useEffect, useState } from 'react'

const debounceMs = 120

/** The text once typing rests: not every letter asks the server. */
export const useDebouncedText = (text: string): string => {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
