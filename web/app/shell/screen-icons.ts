import {
  IconBriefcase,
  IconChartBar,
  IconCoins,
  IconSettings,
  IconSun,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Screen } from '#web/core/screen.ts'
import { icons } from '#web/features/all-icons.ts'
import { screens } from '../screens.ts'

export type Icon = ComponentType<{ size?: number; stroke?: number }>

// Not in the screens' own entries, which name them only: those are there before anybody has signed in, and icons are heavy.
const iconsByName: Partial<Record<string, Icon>> = icons

/** The sign of a screen in menu and palette: its own, else that of the first of its key. */
export const getScreenIcon = ({ key, icon }: Pick<Screen, 'key' | 'icon'>): Icon => {
  const name = icon ?? screens.find((screen) => screen.key === key && screen.icon)?.icon
  return iconsByName[name ?? ''] ?? IconBriefcase
}

export const groupIcons: Record<NonNullable<Screen['menu']>['group'], Icon> = {
  day: IconSun,
  clients: IconUsers,
  money: IconCoins,
  figures: IconChartBar,
  people: IconUsersGroup,
  firm: IconBriefcase,
  administration: IconSettings,
}
