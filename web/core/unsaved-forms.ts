import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { isPageLeaving } from './tab-session.ts'

type UnsavedForm = { discard: () => void; isDraftSaved: boolean }

/** Forms with changes that were not sent. The router takes one guard only, so all forms of a page stand in one list. */
export const useUnsavedForms = create<{ forms: ReadonlySet<UnsavedForm> }>()(() => ({ forms: new Set() }))

const updateUnsavedForms = (edit: (forms: Set<UnsavedForm>) => void): void =>
  useUnsavedForms.setState(({ forms }) => {
    const next = new Set(forms)
    edit(next)
    return { forms: next }
  })

const confirmBeforeUnload = (event: BeforeUnloadEvent): void => {
  const { forms } = useUnsavedForms.getState()
  if (!isPageLeaving() && [...forms].some(({ isDraftSaved: kept }) => !kept)) event.preventDefault()
}

/**
 * Asks before the page is left while `dirty`. `leave` is called when the person leaves all the same. What is `kept` as a draft
 * survives closing the window, so the browser doesn't ask then.
 */
export const useUnsavedForm = (
  dirty: boolean,
  { discard: leave = () => {}, isDraftSaved: kept = false }: Partial<UnsavedForm> = {},
): void => {
  const latest = useRef(leave)
  latest.current = leave
  useEffect(() => {
    if (!dirty) return
    const form: UnsavedForm = { discard: () => latest.current(), isDraftSaved: kept }
    updateUnsavedForms((forms) => forms.add(form))
    addEventListener('beforeunload', confirmBeforeUnload)
    return () => {
      updateUnsavedForms((forms) => forms.delete(form))
      if (useUnsavedForms.getState().forms.size === 0) removeEventListener('beforeunload', confirmBeforeUnload)
    }
  }, [dirty, kept])
}
