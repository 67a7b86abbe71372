import { useEffect, useRef } from 'react'

/** Marks a place of a page whose buttons and links are its actions: the palette offers them by their names. */
export const pageActionsAttribute = { 'data-page-actions': true } as const

type PageAction = { key: string; title: string; run: () => void }

/** What the parts of the page in sight declare. */
const declaredActions = new Set<() => readonly PageAction[]>()

/** Declares actions of the page for the palette, where not all of them stand as buttons. */
export const useDeclaredPageActions = (actions: readonly PageAction[]): void => {
  const newest = useRef(actions)
  useEffect(() => {
    newest.current = actions
  })
  useEffect(() => {
    const list = (): readonly PageAction[] => newest.current
    declaredActions.add(list)
    return () => void declaredActions.delete(list)
  }, [])
}

const nameOf = (element: HTMLElement): string =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim()

/** The buttons and links of the marked places, but for those that open a menu. */
const listActionElements = (): HTMLElement[] =>
  [
    ...document.querySelectorAll<HTMLElement>(
      '[data-page-actions] :is(button:not(:disabled, [aria-haspopup]), a[href]):not([data-disabled], [aria-disabled="true"])',
    ),
  ].filter((element) => element.checkVisibility())

/** What can be done on the page in sight, as it stands there: what is disabled or has no name is left out. */
export const listPageActions = (): PageAction[] => {
  const shown = listActionElements().map((element) => ({ title: nameOf(element), run: () => element.click() }))
  const declared = [...declaredActions].flatMap((list) => list())
  const byTitle = new Map([...shown, ...declared].map(({ title, run }) => [title, run]))
  byTitle.delete('')
  return [...byTitle].map(([title, run]) => ({ key: `page.${title}`, title, run }))
}
