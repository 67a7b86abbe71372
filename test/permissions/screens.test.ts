import { afterEach, describe, expect, test } from 'vitest'
import type { Session } from '#contract/auth.ts'
import { actions, moduleKeys, type Role, roles } from '#contract/permissions.ts'
import { decide } from '#contract/rights.ts'
import { mayOpen, menuGroups, reachable, screens } from '#web/app/screens.ts'
import { useSession } from '#web/core/session.ts'
import { permissions } from './all-permissions.ts'

/** Which roles open which screen: admin, direction, supervisor, manager, partner, advisor, banker, investments, hr, user. */
const opened: Record<string, string> = Object.assign({}, ...permissions.map((one) => one.screens))

const actAs = (role: Role): void => {
  const rights = { role, matrix: [], rules: [] }
  const permissions = moduleKeys.map((module) => ({
    module,
    actions: actions.filter((action) => decide(rights, module, action).allowed),
  }))
  useSession.setState({ session: { role, permissions } as unknown as Session })
}
afterEach(() => useSession.setState({ session: null }))

test('the table names every screen, and no other', () => {
  expect(Object.keys(opened).sort()).toEqual(screens.map(({ path }) => path).sort())
})

describe.each(roles.map((role, n) => [role, n] as const))('screens of %s', (role, n) => {
  test('a role opens exactly the screens of its table, menu and palette included', () => {
    actAs(role)
    const allowed = Object.keys(opened).filter((path) => opened[path]!.split(' ')[n] === 'x')
    expect(
      screens
        .filter(mayOpen)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(allowed.sort())
    const offered = [...menuGroups().flatMap((group) => group.screens), ...reachable()].map(({ path }) => path)
    expect(offered.filter((path) => !allowed.includes(path))).toEqual([])
  })
})
