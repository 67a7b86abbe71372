import { create } from 'zustand'

/** Whether somebody is choosing in whose view to work. */
export const useViewDialogState = create<{ asking: boolean }>()(() => ({ asking: false }))

export const setViewDialogOpen = (isOpen = true): void => useViewDialogState.setState({ asking: isOpen })
