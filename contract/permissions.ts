/** The screens and powers that a permission is about. Keys of the specification, and ours for what it names without one. */
export const moduleKeys = [
  'bt_inicio',
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
] as const
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

/** What a role may do in a module, and on whose records. */
export type Grant = { actions: readonly Action[]; scope: Scope }

const everything: readonly Action[] = ['view', 'create', 'edit', 'delete', 'export', 'approve']
/** Who looks after the machine approves no money. */
const allButApprove: readonly Action[] = ['view', 'create', 'edit', 'delete', 'export']
const overseen: readonly Action[] = ['view', 'export', 'approve']
const work: readonly Action[] = ['view', 'create', 'edit', 'export']
const noted: readonly Action[] = ['view', 'create', 'export']
const given = (scope: Scope, allowed: readonly Action[]): Grant => ({ scope, actions: allowed })
const everybody = { bt_inicio: given('own', ['view']), bt_AreaPersonal: given('own', ['view', 'edit']) }
/** Whoever looks after clients: their own desk, what waits for their word, and the portfolio they give or are given. */
const desk = { ...everybody, bt_Aprobaciones: given('own', ['view', 'create']) }
/** What the firm offers is the same for everybody. */
const catalogue = { bt_Productos: given('all', ['view']) }
const study = { bt_EstudioProductos: given('all', ['view', 'export']) }
const ownTeam = { bt_TuEquipo: given('team', ['view', 'export']) }

/** What the product sets for each role. A firm changes it cell by cell; what it leaves alone follows this table. */
export const roleGrants: Record<Role, Partial<Record<ModuleKey, Grant>>> = {
  admin: {
    ...everybody,
    bt_Clientes: given('all', everything),
    bt_TuEquipo: given('all', everything),
    bt_Traspasos: given('all', everything),
    bt_Productos: given('all', allButApprove),
    ...study,
    bt_Pendientes: given('all', allButApprove),
    bt_Aprobaciones: given('all', everything),
    bt_RRHH: given('all', everything),
    bt_CambioCVL: given('all', ['view', 'edit']),
    bt_ModulosPermisos: given('all', everything),
    bt_Auditoria: given('all', ['view', 'export']),
    bt_Ajustes: given('all', everything),
    bt_Ingresos: given('all', allButApprove),
    bt_Extractos: given('all', allButApprove),
    bt_Retiradas: given('all', allButApprove),
    bt_Remesas: given('all', allButApprove),
    bt_Vencimientos: given('all', allButApprove),
    bt_Cancelaciones: given('all', allButApprove),
    bt_Contabilidad: given('all', work),
    bt_Importar: given('all', allButApprove),
    bt_Avisos: given('all', ['view', 'edit', 'export']),
  },
  direction: {
    ...everybody,
    bt_Clientes: given('all', ['view', 'export', 'approve']),
    bt_TuEquipo: given('all', ['view', 'export']),
    bt_Traspasos: given('all', ['view', 'export', 'approve']),
    bt_Productos: given('all', overseen),
    ...study,
    bt_Pendientes: given('all', overseen),
    bt_Aprobaciones: given('all', ['view', 'create']),
    bt_RRHH: given('all', overseen),
    bt_CambioCVL: given('all', ['view']),
    bt_ModulosPermisos: given('all', ['view', 'approve']),
    bt_Auditoria: given('all', ['view']),
    bt_Ingresos: given('all', overseen),
    bt_Extractos: given('all', overseen),
    bt_Retiradas: given('all', overseen),
    bt_Remesas: given('all', overseen),
    bt_Vencimientos: given('all', overseen),
    bt_Cancelaciones: given('all', overseen),
    bt_Contabilidad: given('all', overseen),
    bt_Importar: given('all', overseen),
    bt_Avisos: given('all', ['view', 'export']),
  },
  supervisor: {
    ...desk,
    ...ownTeam,
    bt_Clientes: given('team', [...work, 'approve']),
    bt_Traspasos: given('team', [...work, 'approve']),
    bt_Pendientes: given('team', [...work, 'approve']),
    ...catalogue,
    ...study,
    bt_Aprobaciones: given('team', ['view', 'create']),
    bt_CambioCVL: given('team', ['view']),
    bt_Ingresos: given('team', [...noted, 'approve']),
    bt_Retiradas: given('team', [...work, 'approve']),
    bt_Vencimientos: given('team', [...work, 'approve']),
    bt_Cancelaciones: given('team', [...work, 'approve']),
    bt_Avisos: given('team', ['view', 'edit', 'export']),
  },
  manager: {
    ...desk,
    ...ownTeam,
    bt_Clientes: given('own', work),
    bt_Traspasos: given('own', [...work, 'approve']),
    bt_Pendientes: given('own', work),
    bt_Ingresos: given('own', noted),
    bt_Retiradas: given('own', work),
    bt_Vencimientos: given('own', work),
    bt_Cancelaciones: given('own', work),
    bt_Avisos: given('own', ['view', 'edit', 'export']),
    ...catalogue,
    ...study,
  },
  partner: {
    ...desk,
    ...catalogue,
    bt_EstudioProductos: given('all', ['view']),
    bt_Clientes: given('own', ['view']),
    bt_Pendientes: given('own', ['view']),
    bt_Traspasos: given('own', ['view', 'approve']),
    bt_Retiradas: given('own', ['view']),
    bt_Vencimientos: given('own', ['view']),
    bt_Cancelaciones: given('own', ['view']),
    bt_Avisos: given('own', ['view']),
  },
  advisor: {
    ...desk,
    ...catalogue,
    ...study,
    bt_Clientes: given('own', ['view', 'create', 'edit']),
    bt_Pendientes: given('own', ['view', 'create', 'edit']),
    bt_Traspasos: given('own', ['view', 'approve']),
    bt_Retiradas: given('own', ['view', 'create', 'edit']),
    bt_Vencimientos: given('own', ['view', 'create', 'edit']),
    bt_Cancelaciones: given('own', ['view', 'create', 'edit']),
    bt_Avisos: given('own', ['view']),
  },
  banker: {
    ...desk,
    ...ownTeam,
    bt_Clientes: given('own', work),
    bt_Traspasos: given('own', [...work, 'approve']),
    bt_Pendientes: given('own', work),
    bt_Ingresos: given('own', noted),
    bt_Retiradas: given('own', work),
    bt_Vencimientos: given('own', work),
    bt_Cancelaciones: given('own', work),
    bt_Avisos: given('own', ['view', 'edit', 'export']),
    ...catalogue,
    ...study,
  },
  investments: { ...desk, ...catalogue, ...study, bt_Clientes: given('all', ['view']) },
  hr: { ...desk, bt_RRHH: given('all', everything) },
  user: { bt_AreaPersonal: everybody.bt_AreaPersonal },
}

/** What no firm can take away, or nobody could give it back: everybody's own area, and the matrix in the administrator's hands. */
export const lastResort: readonly { role: Role | 'everybody'; module: ModuleKey; actions: readonly Action[] }[] = [
  { role: 'everybody', module: 'bt_AreaPersonal', actions: ['view'] },
  { role: 'admin', module: 'bt_ModulosPermisos', actions: ['view', 'edit'] },
]

/** A cell of the matrix as the firm has set it. */
export type RoleGrant = Grant & { role: Role; module: ModuleKey }
/** What one person may do, or may not, on top of the role; of a denial the scope is null. */
export type PersonRule = {
  id: string
  effect: 'grant' | 'deny'
  module: ModuleKey
  action: Action
  scope: Scope | null
  /** The last day, 'YYYY-MM-DD'; null = until it is ended. */
  validTo: string | null
}

/** Which rule has the last word. `none`: nobody has said anything of it, so it is not allowed. */
export const decidingRules = ['denied', 'granted', 'matrix', 'default', 'none'] as const
export type Decision = {
  allowed: boolean
  /** On whose records: all of these together. Empty where it isn't allowed. */
  scopes: readonly Scope[]
  rule: (typeof decidingRules)[number]
  /** The rule of the person that decided. */
  ruleId: string | null
}

/** What is known of somebody's rights: the role, the cells that the firm has changed, and the person's own rules of today. */
export type RightsOf = { role: Role; matrix: readonly RoleGrant[]; rules: readonly PersonRule[] }

/** Whether these scopes hold that one already: all holds every other, a team holds its head's own. */
const holds = (some: readonly Scope[], scope: Scope): boolean =>
  some.includes('all') || some.includes(scope) || (scope === 'own' && some.includes('team'))

const changing: readonly Action[] = ['create', 'edit', 'delete', 'approve']
/**
 * What there is one of for the whole prefix takes a right that holds all of it: to change what everybody may see, and even to look where a part
 * can't be told apart, as of the bank's statements, of batches, of the books and of the audit.
 */
const ofTheFirm: Partial<Record<ModuleKey, readonly Action[]>> = {
  bt_Productos: changing,
  bt_Ajustes: changing,
  bt_Extractos: actions,
  bt_Remesas: actions,
  bt_Contabilidad: actions,
  bt_Auditoria: actions,
}
const isEnough = (module: ModuleKey, action: Action, scope: Scope): boolean =>
  scope === 'all' || !ofTheFirm[module]?.includes(action)

/** The scopes with which anything of a module is seen. */
export const scopesOf = (module: ModuleKey): readonly Scope[] =>
  scopes.filter((scope) => isEnough(module, 'view', scope))

/**
 * May they, on whose records, and which rule says so: a denial of the person first, then what the person was granted, then the firm's
 * cell of the matrix, then the product's table. What is granted comes on top of the role: it never takes a record away. Whoever is
 * denied to look at a module is denied all of it, and a cell without looking gives nothing: a file would show what the screen doesn't.
 */
export const decide = ({ role, matrix, rules }: RightsOf, module: ModuleKey, action: Action): Decision => {
  const about = rules.filter((rule) => rule.module === module && rule.action === action)
  const denial =
    about.find(({ effect }) => effect === 'deny') ??
    rules.find((rule) => rule.module === module && rule.action === 'view' && rule.effect === 'deny')
  if (denial) return { allowed: false, scopes: [], rule: 'denied', ruleId: denial.id }
  const cell = matrix.find((one) => one.role === role && one.module === module)
  const grant = cell ?? roleGrants[role][module]
  const byRole =
    grant?.actions.includes('view') && grant.actions.includes(action) && isEnough(module, action, grant.scope)
      ? [grant.scope]
      : []
  const adds = about.filter(({ scope }) => scope !== null && isEnough(module, action, scope) && !holds(byRole, scope))
  if (adds.length > 0) {
    const together = [...byRole, ...adds.map(({ scope }) => scope!)]
    const kept = scopes.filter(
      (one) =>
        together.includes(one) &&
        !holds(
          together.filter((other) => other !== one),
          one,
        ),
    )
    return { allowed: true, scopes: kept, rule: 'granted', ruleId: adds[0]!.id }
  }
  return {
    allowed: byRole.length > 0,
    scopes: byRole,
    rule: cell ? 'matrix' : grant ? 'default' : 'none',
    ruleId: null,
  }
}

/** The role of a member of staff who has no access of their own: what the job would have. */
export const roleOfPosition = (position: string): Role => roles.find((role) => role === position) ?? 'user'
