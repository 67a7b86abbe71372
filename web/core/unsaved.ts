import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { isGoing } from './tabs.ts'

type Form = { leave: () => void; kept: boolean }

/** Forms with changes that were not sent. The router takes one guard only, so all forms of a page stand in one list. */
export const useUnsavedForms = create<{ forms: ReadonlySet<Form> }>()(() => ({ forms: new Set() }))

const change = (edit: (forms: Set<Form>) => void): void =>
  useUnsavedForms.setState(({ forms }) => {
    const next = new Set(forms)
    edit(next)
    return { forms: next }
  })

const ask = (event: BeforeUnloadEvent): void => {
  const { forms } = useUnsavedForms.getState()
  if (!isGoing() && [...forms].some(({ kept }) => !kept)) event.preventDefault()
}

/**
 * Asks before the page is left while `dirty`. `leave` is called when the person leaves all the same. What is `kept` as a draft
 * survives closing the window, so the browser doesn't ask then.
 */
export const useUnsaved = (dirty: boolean, { leave = () => {}, kept = false }: Partial<Form> = {}): void => {
  const latest = useRef(leave)
  latest.current = leave
  useEffect(() => {
    if (!dirty) return
    const form: Form = { leave: () => latest.current(), kept }
    change((forms) => forms.add(form))
    addEventListener('beforeunload', ask)
    return () => {
      change((forms) => forms.delete(form))
      if (useUnsavedForms.getState().forms.size === 0) removeEventListener('beforeunload', ask)
    }
  }, [dirty, kept])
}
