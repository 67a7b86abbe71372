import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'

/** Changes a copy of the parameters, or gives others in their place. */
// biome-ignore lint/suspicious/noConfusingVoidType: whoever changes the copy gives nothing back
export type EditAddress = (params: URLSearchParams) => URLSearchParams | void
export type ChangeAddress = (edit: EditAddress, options?: NavigateOptions) => void

/**
 * The way to change the parameters of the address. The router draws an address a moment after it was asked for: whatever changes one
 * parameter of several starts from what was asked for last, drawn or not, or the second of two quick changes would take back the first.
 * An edit that changes nothing goes nowhere. The page keeps its place unless the options say otherwise.
 */
export const useAddressChange = (): ChangeAddress => {
  const [params, setParams] = useSearchParams()
  const newest = useRef(setParams)
  const pending = useRef<URLSearchParams>(undefined)
  useEffect(() => {
    newest.current = setParams
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: forgets what was asked for as soon as it is there
  useEffect(() => {
    pending.current = undefined
  }, [params])
  return useCallback((edit, options) => {
    const before = pending.current ?? new URLSearchParams(location.search)
    const copy = new URLSearchParams(before)
    const next = edit(copy) ?? copy
    if (next.toString() === before.toString()) return
    pending.current = next
    newest.current(next, { preventScrollReset: true, ...options })
  }, [])
}

/** The parameters of the address in sight, and the way to change them. */
export const useAddress = (): [URLSearchParams, ChangeAddress] => {
  const [params] = useSearchParams()
  return [params, useAddressChange()]
}
