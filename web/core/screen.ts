import type { ComponentType } from 'react'
import type { ModuleKey, PermissionAction, Role } from '#contract/permissions.ts'
import type shell from '#locales/es/shell.ts'

type ScreenTitles = typeof shell.screens
type ScreenMenuGroups = typeof shell.groups

/** One screen: router, menu, guard, breadcrumb, palette and document title are made from its entry. */
export type Screen = {
  /** As in the address, parameters as :name. */
  path: string
  key: ModuleKey
  /** Key under `screens` of the shell's texts. */
  title: keyof ScreenTitles
  /** Its sign in menu and palette, by its name in @tabler/icons-react; without it, that of another screen of its key. */
  icon?: `Icon${string}`
  /** Screens without it are reached from others. */
  menu?: {
    group: keyof ScreenMenuGroups
    order: number
    /** The sub-menus that it stands in, from the outermost: each is named as a screen is. */
    submenus?: readonly (keyof ScreenTitles)[]
  }
  permission: { module: ModuleKey; action: PermissionAction }
  /** Where only some roles may come, whatever their permissions. */
  allowedRoles?: readonly Role[]
  /** Text files that the screen reads, fetched together with its code. */
  texts: readonly string[]
  /** Its default export is the screen; `prefetch` asks for what it will show at an address, before it is drawn. */
  load: () => Promise<{ default: ComponentType; prefetch?: (address: URL) => void }>
}
