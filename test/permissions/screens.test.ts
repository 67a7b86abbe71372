import { afterEach, describe, expect, test } from 'vitest'
import type { Session } from '#contract/auth.ts'
import { moduleKeys, permissionActions, type Role, roles } from '#contract/permissions.ts'
import { decidePermission } from '#contract/rights.ts'
import { canOpenScreen, listMenuGroups, listReachableScreens, screens } from '#web/app/screens.ts'
import { useSession } from '#web/core/session.ts'
import { permissions } from './all-permissions.ts'
import { screenRecords } from './screen-records.ts'

/** Which roles open which screen: admin, direction, supervisor, manager, partner, advisor, banker, investments, hr, user. */
const rolesByScreen: Record<string, string> = Object.assign({}, ...permissions.map((one) => one.screens))

const actAs = (role: Role): void => {
  const rights = { role, matrix: [], rules: [] }
  const permissions = moduleKeys.map((module) => ({
    module,
    actions: permissionActions.filter((action) => decidePermission(rights, module, action).allowed),
  }))
  useSession.setState({ session: { role, permissions } as unknown as Session })
}
afterEach(() => useSession.setState({ session: null }))

test('the table names every screen, and no other', () => {
  expect(Object.keys(rolesByScreen).sort()).toEqual(screens.map(({ path }) => path).sort())
})

test("every parameter in a screen's path has a record for the browser test", () => {
  const parameters = new Set(screens.flatMap(({ path }) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)))
  expect([...parameters].filter((name) => !screenRecords[name])).toEqual([])
})

describe.each(roles.map((role, n) => [role, n] as const))('screens of %s', (role, n) => {
  test('a role opens exactly the screens of its table, menu and palette included', () => {
    actAs(role)
    const allowed = Object.keys(rolesByScreen).filter((path) => rolesByScreen[path]!.split(' ')[n] === 'x')
    expect(
      screens
        .filter(canOpenScreen)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(allowed.sort())
    const offered = [...listMenuGroups().flatMap((group) => group.screens), ...listReachableScreens()].map(
      ({ path }) => path,
    )
    expect(offered.filter((path) => !allowed.includes(path))).toEqual([])
  })
})
