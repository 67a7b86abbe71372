import { useState } from 'react'
import { readStored, writeStored } from '#web/core/local-storage.ts'
import { useSession } from '#web/core/session.ts'
import type { MenuGroup } from './menu-tree.ts'

/** What is set up once and looked at seldom: folded from the start where the menu is long. */
const rarelyUsedMenuGroups = ['firm', 'administration']
/** So many screens stand in the menu of a laptop without scrolling. */
const maxUnfoldedScreens = 14

/** Which groups of the menu are folded, as the person left them in this browser. */
export const useFoldedMenuGroups = (menu: readonly MenuGroup[]) => {
  const username = useSession((state) => state.user?.username ?? '')
  const [folded, setFolded] = useState(() => {
    const kept = readStored('menuFolds')
    return kept?.username === username ? kept.folded : {}
  })
  const isLong = menu.reduce((sum, { nodes }) => sum + nodes.length, 0) > maxUnfoldedScreens
  const isFolded = (group: string): boolean => folded[group] ?? (isLong && rarelyUsedMenuGroups.includes(group))
  const fold = (group: string): void => {
    const next = { ...folded, [group]: !isFolded(group) }
    setFolded(next)
    writeStored('menuFolds', { username, folded: next })
  }
  return { isFolded, fold }
}
