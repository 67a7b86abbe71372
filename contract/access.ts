import { z } from 'zod'
import { approvalTaskNames, ProposalResult, Reason } from './approvals.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList, exportFormats } from './core/list.ts'
import { BusinessDate, Cvl, Id, Instant, OneOrMore } from './core/values.ts'
import { decidingRuleKinds, type ModuleKey, moduleKeys, permissionActions, roles, scopes } from './permissions.ts'

const moduleKey = 'bt_ModulosPermisos'
const viewAccess = { module: moduleKey, action: 'view' } as const
const editAccess = { module: moduleKey, action: 'edit' } as const
const createAccess = { module: moduleKey, action: 'create' } as const

const Action = z.enum(permissionActions)
const Module = z.enum(moduleKeys)
const Role = z.enum(roles)
const Scope = z.enum(scopes)

/** What a role may do in a module. No actions: nothing. */
const CellGrant = z.strictObject({ actions: z.array(Action).max(permissionActions.length), scope: Scope })
export type CellGrant = z.infer<typeof CellGrant>

/** A change that waits for its second person. */
const PendingRightsChange = z.object({
  approvalId: Id,
  task: z.enum(approvalTaskNames),
  makerName: z.string().nullable(),
  madeAt: Instant,
  reason: z.string(),
})
export type PendingRightsChange = z.infer<typeof PendingRightsChange>

const MatrixCell = z.object({
  role: Role,
  module: Module,
  /** What the product sets; null: nothing. */
  product: CellGrant.nullable(),
  /** What the firm has set instead; null: it leaves the product's. */
  firm: CellGrant.nullable(),
  /** What holds. */
  effective: CellGrant,
  /** Actions that nobody can take away. */
  locked: z.array(Action),
  changedAt: Instant.nullable(),
  changedByName: z.string().nullable(),
})
export type MatrixCell = z.infer<typeof MatrixCell>

export const getPermissionMatrix = defineEndpoint({
  method: 'GET',
  path: '/permissions/matrix',
  summary: 'Who may do what: every role and module, as the product sets it and as the firm has it',
  ...viewAccess,
  output: z.object({
    cells: z.array(MatrixCell),
    /** Whether the caller may change it: whose right holds the whole prefix. */
    mayEdit: z.boolean(),
    waiting: z.array(PendingRightsChange.extend({ cells: z.array(z.object({ role: Role, module: Module })) })),
  }),
})
export type PermissionMatrix = z.infer<typeof getPermissionMatrix.output>

/** Each cell names what its maker saw there: of two changes at once the second is refused with the cells that moved. `to` null: as the product sets it. */
export const changePermissionMatrix = defineEndpoint({
  method: 'PUT',
  path: '/permissions/matrix',
  changes: ['access', 'approvals'],
  summary: 'Change cells of the matrix; 409 names those that somebody else has changed',
  ...editAccess,
  body: z.object({
    cells: z
      .array(z.strictObject({ role: Role, module: Module, seen: CellGrant.nullable(), to: CellGrant.nullable() }))
      .min(1)
      .max(200),
    reason: Reason,
  }),
  output: ProposalResult,
})

export const exportPermissionMatrix = defineEndpoint({
  method: 'GET',
  path: '/permissions/matrix/export',
  summary: 'The whole matrix as Excel or CSV',
  module: moduleKey,
  action: 'export',
  query: z.object({
    format: z.enum(exportFormats),
    sort: z.enum(['role', 'module']).default('role'),
    direction: z.enum(['asc', 'desc']).default('asc'),
    columns: z.string().max(2000).optional(),
  }),
  output: z.unknown(),
})

/** working: can sign in here; ended: no more; disabled: nowhere. */
export const accessStates = ['working', 'ended', 'disabled'] as const

const PersonRow = z.object({
  /** The user's. */
  id: Id,
  fullName: z.string(),
  email: z.string(),
  username: z.string(),
  cvl: Cvl.nullable(),
  role: Role,
  officeName: z.string().nullable(),
  hasSecondFactor: z.boolean(),
  state: z.enum(accessStates),
  endedAt: Instant.nullable(),
  /** Grants and denials of their own, of today and to come. */
  ownRules: z.number().int(),
})
export type PersonRow = z.infer<typeof PersonRow>

export const listPeople = defineList({
  path: '/permissions/people',
  summary: 'Everybody who works in the prefix, or did, with their role',
  module: moduleKey,
  row: PersonRow,
  texts: 'permissions',
  columns: {
    fullName: { label: 'fields.person', width: 32 },
    email: { width: 32, neverCut: true },
    username: { width: 22 },
    cvl: { width: 14 },
    role: { words: 'shell:roles', width: 20 },
    officeName: { label: 'fields.office', width: 24 },
    hasSecondFactor: { kind: 'boolean', label: 'fields.secondFactor' },
    state: { words: 'states', width: 16 },
    endedAt: { kind: 'dateTime' },
    ownRules: { kind: 'integer' },
  },
  filters: {
    /** Name, e-mail, user name or CVL. */
    search: z.string().trim().max(80).optional(),
    role: OneOrMore(Role).optional(),
    state: OneOrMore(z.enum(accessStates)).optional(),
    secondFactor: z.stringbool().optional(),
    /** Who has grants or denials of their own. */
    withRules: z.stringbool().optional(),
  },
  sortable: ['fullName', 'role', 'email', 'cvl', 'ownRules'],
})

/** coming: its first day is still ahead. past: its last day is over. ended: before that. */
export const personRuleStates = ['current', 'coming', 'past', 'ended'] as const

const PersonRuleDetail = z.object({
  id: Id,
  effect: z.enum(['grant', 'deny']),
  module: Module,
  action: Action,
  /** Of a denial null. */
  scope: Scope.nullable(),
  validFrom: BusinessDate,
  /** The last day. */
  validTo: BusinessDate.nullable(),
  reason: z.string(),
  createdAt: Instant,
  createdByName: z.string().nullable(),
  endedAt: Instant.nullable(),
  endedByName: z.string().nullable(),
  state: z.enum(personRuleStates),
})
export type PersonRuleDetail = z.infer<typeof PersonRuleDetail>

const RightDecision = z.object({
  module: Module,
  action: Action,
  allowed: z.boolean(),
  scopes: z.array(Scope),
  rule: z.enum(decidingRuleKinds),
  ruleId: Id.nullable(),
})
export type PersonDecision = z.infer<typeof RightDecision>

const personParams = z.object({ userId: Id })

export const getPersonRights = defineEndpoint({
  method: 'GET',
  path: '/permissions/people/:userId',
  summary: 'The rights of one person: role, own rules, and what they come to',
  ...viewAccess,
  params: personParams,
  output: PersonRow.extend({
    employeeId: Id.nullable(),
    rules: z.array(PersonRuleDetail),
    /** What they may do today, of every module and action; empty for somebody who can't sign in here. */
    effective: z.array(RightDecision),
    waiting: z.array(PendingRightsChange),
    /** Whether the caller may change it: whose right holds the whole prefix, and never oneself. */
    mayEdit: z.boolean(),
    /** Whether it is the caller. */
    mine: z.boolean(),
    /** They have chosen no password yet: the invitation can be sent again. */
    invited: z.boolean(),
  }),
})
export type PersonRights = z.infer<typeof getPersonRights.output>

export const changePersonRole = defineEndpoint({
  method: 'PUT',
  path: '/permissions/people/:userId/role',
  changes: ['access', 'approvals'],
  summary: 'Give a person another role',
  ...editAccess,
  params: personParams,
  body: z.object({ seen: Role, role: Role, reason: Reason }),
  output: ProposalResult,
})

/** From today where no day is given. */
export const addPersonRule = defineEndpoint({
  method: 'POST',
  path: '/permissions/people/:userId/rules',
  changes: ['access', 'approvals'],
  summary: 'Grant or deny a person one action in a module, on top of the role',
  ...editAccess,
  params: personParams,
  body: z.object({
    effect: z.enum(['grant', 'deny']),
    module: Module,
    action: Action,
    /** Of a grant. */
    scope: Scope.nullable(),
    validFrom: BusinessDate.optional(),
    validTo: BusinessDate.nullable(),
    reason: Reason,
  }),
  output: ProposalResult,
})

export const endPersonRule = defineEndpoint({
  method: 'POST',
  path: '/permissions/people/:userId/rules/:ruleId/end',
  changes: ['access', 'approvals'],
  summary: "End a person's grant or denial before its last day",
  ...editAccess,
  params: personParams.extend({ ruleId: Id }),
  body: z.object({ reason: Reason }),
  output: ProposalResult,
})

/** Modules that are about clients: of these one can ask about one client. */
export const clientModules: readonly ModuleKey[] = ['bt_Clientes', 'bt_Traspasos']

/** By which way a client is within somebody's reach. */
const ScopePath = z.object({
  scope: Scope,
  /** The member of staff whose link it is, and as what; of a zone, its name. */
  staffName: z.string().nullable(),
  staffRole: z.enum(['manager', 'partner', 'advisor', 'banker']).nullable(),
  zoneName: z.string().nullable(),
})

export const explainRight = defineEndpoint({
  method: 'GET',
  path: '/permissions/people/:userId/why',
  about: ['access', 'clients', 'reference', 'staff'],
  summary: 'Why a person can or can not do something, and whether it holds one client',
  ...viewAccess,
  params: personParams,
  query: z.object({
    module: Module,
    action: Action,
    /** Of a client that the caller may see. */
    cvl: z.string().trim().toUpperCase().pipe(Cvl).optional(),
  }),
  output: z.object({
    decision: RightDecision,
    role: Role,
    /** The person's own rule that decides. */
    ownRule: z
      .object({ effect: z.enum(['grant', 'deny']), validTo: BusinessDate.nullable(), reason: z.string() })
      .nullable(),
    client: z
      .object({ id: Id, fullName: z.string(), cvl: Cvl, within: z.boolean(), ways: z.array(ScopePath) })
      .nullable(),
  }),
})
export type RightExplanation = z.infer<typeof explainRight.output>

/** Staff who work here and can't sign in, by name. */
export const listStaffWithoutAccess = defineEndpoint({
  method: 'GET',
  path: '/permissions/without-access',
  summary: 'Members of staff without access',
  ...createAccess,
  output: z.object({
    staff: z.array(
      z.object({
        id: Id,
        cvl: Cvl,
        name: z.string(),
        email: z.string().nullable(),
        officeName: z.string(),
        /** What the job would have. */
        role: Role,
        /** Access for them waits for a second person already. */
        approvalId: Id.nullable(),
      }),
    ),
  }),
})

/** Somebody who signs in elsewhere already keeps their user name and password; anybody else gets a link that sets one. */
export const grantAccess = defineEndpoint({
  method: 'POST',
  path: '/permissions/access',
  changes: ['access', 'approvals'],
  summary: 'Let a member of staff sign in, and invite them by e-mail',
  ...createAccess,
  body: z.object({
    employeeId: Id,
    email: z.string().trim().toLowerCase().pipe(z.email().max(254)),
    username: z
      .string()
      .trim()
      .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{1,99}$/u),
    role: Role,
    reason: Reason,
  }),
  output: ProposalResult,
})

export const resendInvitation = defineEndpoint({
  method: 'POST',
  path: '/permissions/people/:userId/invitation',
  changes: ['access', 'approvals'],
  summary: 'Send the invitation again to somebody who has chosen no password yet',
  ...createAccess,
  params: personParams,
  body: z.object({}),
  output: z.object({ sent: z.literal(true) }),
})

/** At once, with all their sessions: what has to be fast waits for nobody. */
export const endAccess = defineEndpoint({
  method: 'POST',
  path: '/permissions/people/:userId/end',
  changes: ['access', 'approvals'],
  summary: 'End a person’s access to the prefix and their sessions there',
  ...editAccess,
  params: personParams,
  body: z.object({ reason: Reason }),
  output: z.object({ ended: z.literal(true) }),
})

export const restoreAccess = defineEndpoint({
  method: 'POST',
  path: '/permissions/people/:userId/restore',
  changes: ['access', 'approvals'],
  summary: 'Let somebody in again whose access was ended',
  ...editAccess,
  params: personParams,
  body: z.object({ reason: Reason }),
  output: ProposalResult,
})
