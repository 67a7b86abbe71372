import type { KeyboardEvent } from 'react'

const cardSelector = 'a[data-card]'
const listCards = (column: Element | null | undefined): HTMLElement[] => [
  ...(column?.querySelectorAll<HTMLElement>(cardSelector) ?? []),
]

/** The nearest column on that side that has a card. */
const findColumnBeside = (column: Element, side: 'nextElementSibling' | 'previousElementSibling'): Element | null => {
  let beside = column[side]
  while (beside && listCards(beside).length === 0) beside = beside[side]
  return beside
}

/** The arrows go from card to card: up and down in a column, to the same height of the next one to either side. */
export const moveCardFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const card = (event.target as Element).closest<HTMLElement>(cardSelector)
  const column = card?.closest('[data-stage]')
  if (!card || !column || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return
  const at = listCards(column).indexOf(card)
  const nextByKey: Record<string, () => HTMLElement | undefined> = {
    ArrowDown: () => listCards(column)[at + 1],
    ArrowUp: () => listCards(column)[at - 1],
    ArrowRight: () => findSameHeight(findColumnBeside(column, 'nextElementSibling'), at),
    ArrowLeft: () => findSameHeight(findColumnBeside(column, 'previousElementSibling'), at),
  }
  const find = nextByKey[event.key]
  if (!find) return
  event.preventDefault()
  find()?.focus()
}

const findSameHeight = (column: Element | null, at: number): HTMLElement | undefined => {
  const cards = listCards(column)
  return cards[Math.min(at, cards.length - 1)]
}
