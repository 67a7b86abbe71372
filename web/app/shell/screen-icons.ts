import {
  IconArrowsExchange,
  IconBook2,
  IconBriefcase,
  IconBuildingBank,
  IconCalculator,
  IconCalendarCancel,
  IconCalendarDue,
  IconChecklist,
  IconHierarchy2,
  IconHome,
  IconHourglass,
  IconId,
  IconLockAccess,
  IconPackage,
  IconSend,
  IconSettings,
  IconShieldCheck,
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

/** The sign of each module in menu and palette. Not in the screens' own entries: those are there before anybody has signed in, and these are heavy. */
export const moduleIcons: Record<ModuleKey, Icon> = {
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
  bt_Cancelaciones: IconCalendarCancel,
}

export const groupIcons: Record<NonNullable<Screen['menu']>['group'], Icon> = {
  business: IconBriefcase,
  people: IconUsersGroup,
  system: IconSettings,
}
