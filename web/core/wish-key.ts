import { useState } from 'react'
import { keyHeader } from '#contract/core/endpoint.ts'

/** Works without a secure address too. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** What a call takes along as one wish, made once when its form is opened: sent twice, it is done once. `part` tells two ways of sending it apart. */
export const useWish = (): ((part?: string) => { headers: Record<string, string> }) => {
  const [key] = useState(newKey)
  return (part) => ({ headers: { [keyHeader]: part ? `${key}-${part}` : key } })
}
