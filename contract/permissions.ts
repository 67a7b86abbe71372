import type { Idioma, Prefix } from './core/values.ts'

/** The screens and powers that a permission is about. Keys of the specification, and ours for what it names without one. */
export const moduleKeys = ['bt_inicio', 'bt_Clientes', 'bt_AreaPersonal', 'bt_Auditoria', 'bt_Ajustes'] as const
export type ModuleKey = (typeof moduleKeys)[number]

export const actions = ['view', 'create', 'edit', 'delete', 'export', 'approve'] as const
export type Action = (typeof actions)[number]

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

type Grant = { scope: Scope; modules: Partial<Record<ModuleKey, readonly Action[]>> }

const everybody = { bt_inicio: ['view'], bt_AreaPersonal: ['view', 'edit'] } as const
const everything: readonly Action[] = ['view', 'create', 'edit', 'delete', 'export']

/** What each role may do, and on whose clients. The permission test reads this table. */
export const roleGrants: Record<Role, Grant> = {
  admin: {
    scope: 'all',
    modules: { ...everybody, bt_Clientes: everything, bt_Auditoria: everything, bt_Ajustes: everything },
  },
  direction: {
    scope: 'all',
    modules: { ...everybody, bt_Clientes: ['view', 'export', 'approve'], bt_Auditoria: ['view'] },
  },
  supervisor: {
    scope: 'team',
    modules: { ...everybody, bt_Clientes: ['view', 'create', 'edit', 'export', 'approve'] },
  },
  manager: { scope: 'own', modules: { ...everybody, bt_Clientes: ['view', 'create', 'edit', 'export'] } },
  partner: { scope: 'own', modules: { ...everybody, bt_Clientes: ['view'] } },
  advisor: { scope: 'own', modules: { ...everybody, bt_Clientes: ['view', 'create', 'edit'] } },
  banker: { scope: 'own', modules: { ...everybody, bt_Clientes: ['view', 'create', 'edit', 'export'] } },
  investments: { scope: 'all', modules: { ...everybody, bt_Clientes: ['view'] } },
  hr: { scope: 'all', modules: { ...everybody } },
  user: { scope: 'own', modules: { bt_AreaPersonal: ['view', 'edit'] } },
}

/** True if the role has the permission. */
export const may = (role: Role, module: ModuleKey, action: Action): boolean =>
  roleGrants[role].modules[module]?.includes(action) ?? false

/** The language that follows a prefix, as the specification sets it. */
export const prefixLanguage: Record<Prefix, Idioma> = { dino: 'spanish', dino_uab: 'portuguese', cfl: 'mexican' }

/** What a person may choose instead: English everywhere, and the house's Spanish beside Portuguese. */
export const offeredLanguages = (prefix: Prefix): readonly Idioma[] =>
  prefix === 'dino_uab' ? ['portuguese', 'spanish', 'english'] : [prefixLanguage[prefix], 'english']
