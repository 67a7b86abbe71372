import { useLayoutEffect, useRef } from 'react'

/** What the parts of the page in sight listen to. */
const boundKeys = new Set<() => readonly string[]>()

/** The keys of `useKeyBindings` that do something on the page in sight. */
export const listBoundKeys = (): ReadonlySet<string> => new Set([...boundKeys].flatMap((list) => list()))

const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))

/** Keys of the page, without Ctrl or the like. They rest while somebody types, and while a dialog is open. */
export const useKeyBindings = (keys: Readonly<Record<string, () => void>>): void => {
  const newest = useRef(keys)
  // Before it is seen: the keys do what stands there.
  useLayoutEffect(() => {
    newest.current = keys
  })
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      // AltGr is how [ and ] are written on Spanish and Portuguese keyboards; some systems report it as Ctrl+Alt.
      const modified = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
      if (modified || event.defaultPrevented || isTextInput(event.target)) return
      const act = newest.current[event.key]
      if (!act || document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      act()
    }
    const listKeys = (): readonly string[] => Object.keys(newest.current)
    boundKeys.add(listKeys)
    addEventListener('keydown', press)
    return () => {
      boundKeys.delete(listKeys)
      removeEventListener('keydown', press)
    }
  }, [])
}
