import { useLayoutEffect, useRef } from 'react'
import { isPageKey, watchOpenLayers } from './page-keys.ts'

/** What the parts of the page in sight listen to. */
const boundKeys = new Set<() => readonly string[]>()

/** The keys of `useKeyBindings` that do something on the page in sight. */
export const listBoundKeys = (): ReadonlySet<string> => new Set([...boundKeys].flatMap((list) => list()))

/** Keys of the page, without Ctrl or the like. They rest while somebody types, and while a dialog, a menu or a list is open. */
export const useKeyBindings = (keys: Readonly<Record<string, () => void>>): void => {
  const newest = useRef(keys)
  // Before it is seen: the keys do what stands there.
  useLayoutEffect(() => {
    newest.current = keys
  })
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const act = newest.current[event.key]
      if (!act || !isPageKey(event)) return
      event.preventDefault()
      act()
    }
    const listKeys = (): readonly string[] => Object.keys(newest.current)
    boundKeys.add(listKeys)
    watchOpenLayers()
    addEventListener('keydown', press)
    return () => {
      boundKeys.delete(listKeys)
      removeEventListener('keydown', press)
    }
  }, [])
}
