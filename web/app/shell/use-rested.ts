import { useEffect, useState } from 'react'

const pause = 120

/** The text once typing rests: not every letter asks the server. */
export const useRested = (text: string): string => {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
