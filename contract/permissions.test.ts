import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  moduleKeys,
  type PersonRule,
  permissionActions,
  type RoleGrant,
  roles,
  type Scope,
  scopes,
} from './permissions.ts'
import { decidePermission, defaultRoleGrants, getModuleScopes } from './rights.ts'

const roleArbitrary = fc.constantFrom(...roles)
const moduleArbitrary = fc.constantFrom(...moduleKeys.slice(0, 4))
const actionArbitrary = fc.constantFrom(...permissionActions)
const scopeArbitrary = fc.constantFrom(...scopes)
const cellArbitrary: fc.Arbitrary<RoleGrant> = fc.record({
  role: roleArbitrary,
  module: moduleArbitrary,
  scope: scopeArbitrary,
  actions: fc.uniqueArray(actionArbitrary),
})
const matrixArbitrary = fc.uniqueArray(cellArbitrary, { selector: (one) => `${one.role}.${one.module}`, maxLength: 12 })
const buildRuleArbitrary = (effect: PersonRule['effect']): fc.Arbitrary<PersonRule> =>
  fc.record({
    id: fc.integer({ min: 1, max: 999 }).map(String),
    effect: fc.constant(effect),
    module: moduleArbitrary,
    action: actionArbitrary,
    scope: effect === 'grant' ? scopeArbitrary : fc.constant(null),
    validTo: fc.constant(null),
  })
const rulesArbitrary = fc.array(fc.oneof(buildRuleArbitrary('grant'), buildRuleArbitrary('deny')), { maxLength: 8 })
const grantsArbitrary = fc.array(buildRuleArbitrary('grant'), { maxLength: 8 })

/** What the scopes hold: my own, somebody's of my team, a neighbour's, anybody's. */
const toScopeCoverage = (some: readonly Scope[]) => ({
  own: some.some((one) => one !== 'zone'),
  team: some.includes('team') || some.includes('all'),
  zone: some.includes('zone') || some.includes('all'),
  other: some.includes('all'),
})

describe('permission decisions', () => {
  test("decides by the role's default grants when the firm has set no rule", () => {
    fc.assert(
      fc.property(roleArbitrary, moduleArbitrary, actionArbitrary, (mine, about, requestedAction) => {
        const grant = defaultRoleGrants[mine][about]
        const allowed = grant?.actions.includes(requestedAction) ?? false
        expect(decidePermission({ role: mine, matrix: [], rules: [] }, about, requestedAction)).toEqual({
          allowed,
          scopes: allowed ? [grant!.scope] : [],
          rule: grant ? 'default' : 'none',
          ruleId: null,
        })
      }),
    )
  })

  test('a denial wins over every grant and matrix cell', () => {
    fc.assert(
      fc.property(
        roleArbitrary,
        matrixArbitrary,
        rulesArbitrary,
        buildRuleArbitrary('deny'),
        (mine, cells, others, denial) => {
          const known = { role: mine, matrix: cells, rules: [...others, denial] }
          const decision = decidePermission(known, denial.module, denial.action)
          expect(decision).toMatchObject({ allowed: false, scopes: [], rule: 'denied' })
          expect(known.rules.find(({ id, effect }) => id === decision.ruleId && effect === 'deny')).toBeDefined()
        },
      ),
    )
  })

  test('a user denied to view a module is denied every action on it', () => {
    fc.assert(
      fc.property(
        roleArbitrary,
        matrixArbitrary,
        rulesArbitrary,
        buildRuleArbitrary('deny'),
        actionArbitrary,
        (mine, cells, others, denial, requestedAction) => {
          const look: PersonRule = { ...denial, action: 'view' }
          const decision = decidePermission(
            { role: mine, matrix: cells, rules: [...others, look] },
            look.module,
            requestedAction,
          )
          expect(decision).toMatchObject({ allowed: false, scopes: [], rule: 'denied' })
        },
      ),
    )
  })

  test('a grant adds its action and scope and never removes a right', () => {
    fc.assert(
      fc.property(
        roleArbitrary,
        matrixArbitrary,
        grantsArbitrary,
        buildRuleArbitrary('grant'),
        (mine, cells, others, grant) => {
          const before = decidePermission({ role: mine, matrix: cells, rules: others }, grant.module, grant.action)
          const after = decidePermission(
            { role: mine, matrix: cells, rules: [...others, grant] },
            grant.module,
            grant.action,
          )
          expect(after.allowed).toBe(true)
          const was = toScopeCoverage(before.scopes)
          const is = toScopeCoverage(after.scopes)
          const given = toScopeCoverage([grant.scope!])
          for (const place of ['own', 'team', 'zone', 'other'] as const)
            expect(is[place]).toBe(was[place] || given[place])
        },
      ),
    )
  })

  test('a matrix cell of the firm replaces the default of that role and module', () => {
    fc.assert(
      fc.property(
        roleArbitrary,
        matrixArbitrary,
        cellArbitrary,
        actionArbitrary,
        (mine, cells, set, requestedAction) => {
          const others = cells.filter((one) => one.role !== set.role || one.module !== set.module)
          const decision = decidePermission(
            { role: mine, matrix: [...others, set], rules: [] },
            set.module,
            requestedAction,
          )
          if (mine !== set.role)
            expect(decision).toEqual(
              decidePermission({ role: mine, matrix: others, rules: [] }, set.module, requestedAction),
            )
          else
            expect(decision).toEqual({
              allowed: set.actions.includes('view') && set.actions.includes(requestedAction),
              scopes: set.actions.includes('view') && set.actions.includes(requestedAction) ? [set.scope] : [],
              rule: 'matrix',
              ruleId: null,
            })
        },
      ),
    )
  })

  test('prefix-wide modules allow viewing with any scope and changing only with scope all', () => {
    for (const about of ['bt_Productos', 'bt_Ajustes'] as const)
      for (const requestedAction of permissionActions)
        for (const wide of scopes) {
          const allowed = wide === 'all' || requestedAction === 'view' || requestedAction === 'export'
          const cells: RoleGrant[] = [{ role: 'hr', module: about, scope: wide, actions: permissionActions }]
          expect(decidePermission({ role: 'hr', matrix: cells, rules: [] }, about, requestedAction)).toMatchObject({
            allowed,
          })
          const look = {
            id: '1',
            effect: 'grant',
            module: about,
            action: requestedAction,
            scope: wide,
            validTo: null,
          } as const
          const known = { role: 'investments', matrix: [], rules: [look] } as const
          if (requestedAction !== 'view')
            expect(decidePermission(known, about, requestedAction)).toMatchObject({ allowed })
        }
  })

  test('firm-wide modules such as accounting and audit refuse every action below scope all', () => {
    for (const about of ['bt_Extractos', 'bt_Remesas', 'bt_Contabilidad', 'bt_Auditoria'] as const) {
      expect(getModuleScopes(about)).toEqual(['all'])
      for (const requestedAction of permissionActions)
        for (const wide of scopes) {
          const cells: RoleGrant[] = [{ role: 'hr', module: about, scope: wide, actions: permissionActions }]
          const look = {
            id: '1',
            effect: 'grant',
            module: about,
            action: requestedAction,
            scope: wide,
            validTo: null,
          } as const
          expect(decidePermission({ role: 'hr', matrix: cells, rules: [] }, about, requestedAction).allowed).toBe(
            wide === 'all',
          )
          expect(
            decidePermission({ role: 'investments', matrix: [], rules: [look] }, about, requestedAction).allowed,
          ).toBe(wide === 'all')
        }
    }
  })

  test('rules about another module or action leave the decision unchanged', () => {
    fc.assert(
      fc.property(
        roleArbitrary,
        matrixArbitrary,
        rulesArbitrary,
        moduleArbitrary,
        actionArbitrary,
        (mine, cells, some, about, requestedAction) => {
          const isAbout = ({ module: of, action: what, effect }: PersonRule) =>
            of === about && (what === requestedAction || (what === 'view' && effect === 'deny'))
          const others = some.filter((rule) => !isAbout(rule))
          expect(decidePermission({ role: mine, matrix: cells, rules: others }, about, requestedAction)).toEqual(
            decidePermission({ role: mine, matrix: cells, rules: [] }, about, requestedAction),
          )
        },
      ),
    )
  })
})
