/** The screens and powers that a permission is about. Keys of the specification, and ours for what it names without one. */
export const moduleKeys = [
  'bt_inicio',
  'bt_Dashboard1',
  'bt_PanelDireccion',
  'bt_Dashboard2',
  'bt_Dashboard3',
  'bt_Dashboard4',
  'bt_Mes',
  'bt_InformesGenerales',
  'bt_EstudioEquipo',
  'bt_ResumenDiario',
  'bt_ResumenImportes',
  'bt_MiDia',
  'bt_Clientes',
  'bt_TuEquipo',
  'bt_Traspasos',
  'bt_Productos',
  'bt_EstudioProductos',
  'bt_Pendientes',
  'bt_Aprobaciones',
  'bt_RRHH',
  'bt_AreaPersonal',
  'bt_CambioCVL',
  'bt_ModulosPermisos',
  'bt_Auditoria',
  'bt_Ajustes',
  'bt_Ingresos',
  'bt_Extractos',
  'bt_Retiradas',
  'bt_Remesas',
  'bt_Vencimientos',
  'bt_Cancelaciones',
  'bt_Contabilidad',
  'bt_Importar',
  'bt_Avisos',
  'bt_Productos_Externos',
  'bt_AgendaComercial',
  'bt_Calendario',
  'bt_Supresiones',
  'bt_Objetivos',
  'bt_Modelo',
  'bt_EstudioRentabilidad',
] as const
export type ModuleKey = (typeof moduleKeys)[number]

export const permissionActions = ['view', 'create', 'edit', 'delete', 'export', 'approve'] as const
export type PermissionAction = (typeof permissionActions)[number]

/** Whose clients: own = a current staff link to me; team = of everyone under me as well; zone = of my office's zone; all = the prefix. */
export const scopes = ['own', 'team', 'zone', 'all'] as const
export type Scope = (typeof scopes)[number]

export const roles = [
  'admin',
  'direction',
  'supervisor',
  'manager',
  'partner',
  'advisor',
  'banker',
  'investments',
  'hr',
  'user',
] as const
export type Role = (typeof roles)[number]

/** What a role may do in a module, and on whose records. */
export type PermissionGrant = { actions: readonly PermissionAction[]; scope: Scope }

/** A cell of the matrix as the firm has set it. */
export type RoleGrant = PermissionGrant & { role: Role; module: ModuleKey }
/** What one person may do, or may not, on top of the role; of a denial the scope is null. */
export type PersonRule = {
  id: string
  effect: 'grant' | 'deny'
  module: ModuleKey
  action: PermissionAction
  scope: Scope | null
  /** The last day, 'YYYY-MM-DD'; null = until it is ended. */
  validTo: string | null
}

/** Which rule has the last word. `none`: nobody has said anything of it, so it is not allowed. */
export const decidingRuleKinds = ['denied', 'granted', 'matrix', 'default', 'none'] as const
