import { IconStar } from '@tabler/icons-react'
import { matchPath, useLocation } from 'react-router'
import type { Screen } from '#web/core/screen.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { homePath, listMenuGroups } from '../screens.ts'
import { getScreenIcon, groupIcons, type Icon } from './screen-icons.ts'
import { useFavouriteScreens } from './use-favourites.ts'

/** A screen, or a sub-menu (no path) with what stands below it; as deep as the screens say. */
export type MenuNode = {
  id: string
  label: string
  icon: Icon
  path: string | null
  children: MenuNode[]
  /** Leads to a screen that has its own place further down, where the page in sight is marked: once in the whole menu. */
  isShortcut?: boolean
}
export type MenuGroup = { id: string; label: string; icon: Icon; nodes: MenuNode[] }

/** Screens in their order as a tree: a sub-menu stands where its first screen would, and has its icon. */
export const buildMenuTree = (screens: readonly Screen[], labelOf: (title: Screen['title']) => string): MenuNode[] => {
  const top: MenuNode[] = []
  for (const screen of screens) {
    const { path, title, menu } = screen
    const icon = getScreenIcon(screen)
    let level = top
    let id = ''
    for (const name of menu?.submenus ?? []) {
      id += `${name}/`
      let sub = level.find((node) => node.id === id)
      if (!sub) {
        sub = { id, label: labelOf(name), icon, path: null, children: [] }
        level.push(sub)
      }
      level = sub.children
    }
    level.push({ id: path, label: labelOf(title), icon, path, children: [] })
  }
  return top
}

const hasScreen = (nodes: readonly MenuNode[], path: string): boolean =>
  nodes.some((node) => node.path === path || hasScreen(node.children, path))

/** The menu of the signed-in person in their language, with what they keep at hand first. */
export const useMenu = (): MenuGroup[] => {
  const { t } = useTranslation('shell')
  useSession((state) => state.session)
  const favourites = useFavouriteScreens()
  const groups = listMenuGroups().map(({ name, screens }) => ({
    id: name,
    label: t(`groups.${name}`),
    icon: groupIcons[name],
    nodes: buildMenuTree(screens, (title) => t(`screens.${title}`)),
  }))
  if (favourites.length === 0) return groups
  const nodes = favourites.map((screen) => ({
    id: `favourite ${screen.path}`,
    label: t(`screens.${screen.title}`),
    icon: getScreenIcon(screen),
    path: screen.path,
    children: [],
    isShortcut: groups.some((group) => hasScreen(group.nodes, screen.path)),
  }))
  return [{ id: 'favourites', label: t('favourites.title'), icon: IconStar, nodes }, ...groups]
}

/** Whether the page in sight is this screen, or stands below it. */
export const useIsActiveMenuNode = (): ((node: MenuNode) => boolean) => {
  const { pathname } = useLocation()
  const holds = ({ path, children, isShortcut }: MenuNode): boolean =>
    path === null ? children.some(holds) : !isShortcut && matchPath({ path, end: path === homePath }, pathname) !== null
  return holds
}
