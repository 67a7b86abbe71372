import { createContext } from 'react'

/** Tells the dialog around a form whether something is typed that would be lost; null outside of dialogs. */
export const DialogContext = createContext<((hasUnsavedInput: boolean) => void) | null>(null)
