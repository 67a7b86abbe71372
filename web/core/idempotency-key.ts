import { useRef, useState } from 'react'
import { idempotencyKeyHeader } from '#contract/core/endpoint.ts'

/** Works without a secure address too. */
export const generateIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** What a call takes along as one wish, made once when its form is opened: sent twice, it is done once. `part` tells two ways of sending it apart. */
export const useIdempotencyKey = (): ((part?: string) => { headers: Record<string, string> }) => {
  const [key] = useState(generateIdempotencyKey)
  return (part) => ({ headers: { [idempotencyKeyHeader]: part ? `${key}-${part}` : key } })
}

/** The same where what failed can be changed before it is sent again: as long as it says the same it is one wish, until that is done. */
export const useContentIdempotencyKey = () => {
  const last = useRef<{ content: string; key: string } | null>(null)
  return {
    headersOf: (content: string): Record<string, string> => {
      if (last.current?.content !== content) last.current = { content, key: generateIdempotencyKey() }
      return { [idempotencyKeyHeader]: last.current.key }
    },
    renew: (): void => {
      last.current = null
    },
  }
}
