import { create } from 'zustand'

/** Whether somebody is choosing in whose view to work. */
export const useViewChoice = create<{ asking: boolean }>()(() => ({ asking: false }))

export const askForView = (asking = true): void => useViewChoice.setState({ asking })
