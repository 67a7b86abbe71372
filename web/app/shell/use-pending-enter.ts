import { useEffect, useState } from 'react'

/** Enter while an answer is on its way: what it is about to find is taken once it is there, not what fewer letters found. */
export const usePendingEnter = <L>(
  busy: boolean,
  line: L | undefined,
  go: (line: L) => void,
): ((pending: boolean) => void) => {
  const [isPending, setPending] = useState(false)
  useEffect(() => {
    if (!isPending || busy) return
    setPending(false)
    if (line) go(line)
  })
  return setPending
}
