const openSearchEvent = 'atalaya:search'

/** Opens the search of the shell, from wherever one is. */
export const openSearch = (): void => void dispatchEvent(new Event(openSearchEvent))

/** Listens for it; gives what ends that. */
export const onOpenSearch = (open: () => void): (() => void) => {
  addEventListener(openSearchEvent, open)
  return () => removeEventListener(openSearchEvent, open)
}
