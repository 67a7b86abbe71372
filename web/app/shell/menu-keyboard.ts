import type { KeyboardEvent } from 'react'

const listVisibleMenuItems = (within: Element): HTMLElement[] =>
  [...within.querySelectorAll<HTMLElement>('[data-menu-item]')].filter((item) => item.checkVisibility())

/** The list that a sub-menu's button opens. */
const findOpenSubmenu = (item: HTMLElement): HTMLElement | null => {
  const id = item.getAttribute('aria-controls')
  return id && item.ariaExpanded === 'true' ? document.getElementById(id) : null
}

/** The button of the sub-menu that an item stands in. */
const findParentMenuItem = (item: HTMLElement): HTMLElement | null => {
  const list = item.parentElement?.closest('[id]')
  const opener = `[data-menu-item][aria-expanded="true"][aria-controls="${CSS.escape(list?.id ?? '')}"]`
  return list ? document.querySelector<HTMLElement>(opener) : null
}

const enterSubmenu = (item: HTMLElement): HTMLElement | undefined => {
  const list = findOpenSubmenu(item)
  if (list) return listVisibleMenuItems(list)[0]
  if (item.ariaExpanded === 'false') item.click()
  return item
}

const leaveSubmenu = (item: HTMLElement): HTMLElement => {
  if (item.ariaExpanded === 'true') {
    item.click()
    return item
  }
  return findParentMenuItem(item) ?? item
}

/** Where a key leads from an item of a menu that goes downwards; undefined for a key that isn't the menu's. */
const findNextMenuItem = (key: string, item: HTMLElement, all: HTMLElement[]): HTMLElement | undefined => {
  const at = all.indexOf(item)
  switch (key) {
    case 'ArrowDown':
      return all[(at + 1) % all.length]
    case 'ArrowUp':
      return all[(at - 1 + all.length) % all.length]
    case 'Home':
      return all[0]
    case 'End':
      return all.at(-1)
    case 'ArrowRight':
      return enterSubmenu(item)
    case 'ArrowLeft':
      return leaveSubmenu(item)
    default:
      return
  }
}

/**
 * Arrows, Home and End over the items of a menu, all of which Tab reaches too: up and down among those in sight, right into a
 * sub-menu, left out of it. True if the key was one of these.
 */
export const handleMenuKey = (event: KeyboardEvent<HTMLElement>): boolean => {
  const item = (event.target as HTMLElement).closest<HTMLElement>('[data-menu-item]')
  if (!item || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  const to = findNextMenuItem(event.key, item, listVisibleMenuItems(event.currentTarget))
  if (!to) return false
  event.preventDefault()
  to.focus()
  return true
}

/** The first item of a list that has just been shown. */
export const focusFirstMenuItem = (id: string): void => {
  const list = document.getElementById(id)
  if (list) listVisibleMenuItems(list)[0]?.focus()
}
