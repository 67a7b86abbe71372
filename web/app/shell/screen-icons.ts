import {
  IconArrowsExchange,
  IconBook2,
  IconBriefcase,
  IconBuildingBank,
  IconCalculator,
  IconCalendarCancel,
  IconCalendarDue,
  IconChartBar,
  IconChecklist,
  IconClockPlay,
  IconCoins,
  IconFileImport,
  IconHierarchy2,
  IconHome,
  IconHourglass,
  IconId,
  IconLockAccess,
  IconMailForward,
  IconPackage,
  IconSend,
  IconSettings,
  IconShieldCheck,
  IconSun,
  IconTransferIn,
  IconTransferOut,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { ModuleKey } from '#contract/permissions.ts'
import type { Screen } from '#web/core/screen.ts'

export type Icon = ComponentType<{ size?: number; stroke?: number }>

/** The sign of each module. Not in the screens' own entries: those are there before anybody has signed in, and these are heavy. */
const moduleIcons: Record<ModuleKey, Icon> = {
  bt_inicio: IconHome,
  bt_Clientes: IconUsers,
  bt_TuEquipo: IconHierarchy2,
  bt_Traspasos: IconArrowsExchange,
  bt_Productos: IconPackage,
  bt_EstudioProductos: IconCalculator,
  bt_Pendientes: IconHourglass,
  bt_Aprobaciones: IconChecklist,
  bt_RRHH: IconId,
  bt_AreaPersonal: IconUserCircle,
  bt_CambioCVL: IconUsers,
  bt_ModulosPermisos: IconLockAccess,
  bt_Auditoria: IconShieldCheck,
  bt_Ajustes: IconSettings,
  bt_Ingresos: IconTransferIn,
  bt_Extractos: IconBuildingBank,
  bt_Retiradas: IconTransferOut,
  bt_Remesas: IconSend,
  bt_Vencimientos: IconCalendarDue,
  bt_Contabilidad: IconBook2,
  bt_Importar: IconFileImport,
  bt_Avisos: IconMailForward,
  bt_Cancelaciones: IconCalendarCancel,
}

/** Of a module with several screens in the menu, those that would be taken for its first. */
const ownIcons: Partial<Record<Screen['title'], Icon>> = { runs: IconClockPlay }

/** The sign of a screen in menu and palette. */
export const iconOf = ({ key, title }: Pick<Screen, 'key' | 'title'>): Icon => ownIcons[title] ?? moduleIcons[key]

export const groupIcons: Record<NonNullable<Screen['menu']>['group'], Icon> = {
  day: IconSun,
  clients: IconUsers,
  money: IconCoins,
  figures: IconChartBar,
  people: IconUsersGroup,
  firm: IconBriefcase,
  administration: IconSettings,
}
