import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { permissions } from './all-permissions.ts'
import { openProbedFirm } from './probed-firm.ts'
import { allScopes, includesPlace } from './world.ts'

let firm: Awaited<ReturnType<typeof openProbedFirm>>
beforeAll(async () => {
  firm = await openProbedFirm()
})
afterAll(() => firm?.close())

/** Nothing of these is told for a part of the firm. */
const firmWideModules: readonly string[] = ['bt_Extractos', 'bt_Remesas', 'bt_Contabilidad']

/** What belongs to a member of staff stands in the zone of their office: mine in my own. */
const staffProbes = new Set(
  permissions.flatMap(({ belongsToStaff, probes = {} }) => (belongsToStaff ? Object.keys(probes) : [])),
)

describe('scopes given by the matrix', () => {
  test.each(allScopes)('every endpoint follows the scope %s given in the matrix', async (scope) => {
    const who = await firm.signInAsRole('manager')
    const found = await firm.checkEachRight(scope, (one) =>
      firm.findScopeDifferences(
        who,
        one,
        (place) =>
          (includesPlace(scope, place) || (scope === 'zone' && place === 'own' && staffProbes.has(one.name))) &&
          (scope === 'all' || !firmWideModules.includes(one.endpoint.module!)),
      ),
    )
    expect(found).toEqual([])
  })
})
