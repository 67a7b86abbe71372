import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { roles, type Scope } from '#contract/permissions.ts'
import { decidePermission } from '#contract/rights.ts'
import { isFullTestRun } from '#test/harness/circles.ts'
import { unprobedEndpoints } from './not-probed.ts'
import { probeEndpoints } from './probe-endpoints.ts'
import { endpoints, endpointsByName, formatEndpointName, openProbedFirm, probedEndpoints } from './probed-firm.ts'
import { probesByEndpoint } from './probes.ts'
import { type PermissionCell, permissionTable } from './table.ts'
import { includesPlace } from './world.ts'

let firm: Awaited<ReturnType<typeof openProbedFirm>>
beforeAll(async () => {
  firm = await openProbedFirm()
})
afterAll(() => firm?.close())

/** Of the names of what is sent: those that name a record, by its id or its code. */
const idKeyPattern = /(?<!tax)Id$|^id$|^ids$|person|manager|cvl|before|upTo|record/i
const listInputKeys = (endpoint: EndpointSpec) =>
  [endpoint.params, endpoint.query, endpoint.body].flatMap((part) =>
    part instanceof z.ZodObject ? Object.keys(part.shape) : [],
  )

describe('the written table', () => {
  test('the table has a row for every endpoint, and no other', () => {
    expect(Object.keys(permissionTable).sort()).toEqual([...endpointsByName.keys()].sort())
  })

  test('the table has the product’s default right for every endpoint and role', () => {
    const real = endpoints.map((endpoint) => {
      const { module, action } = endpoint
      const cells = roles.map((role): PermissionCell => {
        if (!module) return '*'
        const { allowed, scopes } = decidePermission({ role, matrix: [], rules: [] }, module, action)
        return allowed ? (probesByEndpoint[formatEndpointName(endpoint)] ? scopes[0]! : '*') : '-'
      })
      return [formatEndpointName(endpoint), cells]
    })
    const written = endpoints.map((endpoint) => [
      formatEndpointName(endpoint),
      roles.map((role) => permissionTable[formatEndpointName(endpoint)]?.[role]),
    ])
    expect(Object.fromEntries(real)).toEqual(Object.fromEntries(written))
  })

  test('every endpoint that names a record has a probe or a stated exemption', () => {
    const named = endpoints.filter(
      (endpoint) => listInputKeys(endpoint).some((key) => idKeyPattern.test(key)) && endpoint.open !== 'anybody',
    )
    const silent = named.map(formatEndpointName).filter((name) => !probesByEndpoint[name] && !unprobedEndpoints[name])
    expect(silent).toEqual([])
  })
})

/**
 * Of the roles that get the same of a call, one asks: which one of them goes from call to call, so that all are asked for. That each role gets what
 * stands in its cell is compared above, for every call; in the full suite every role asks for itself.
 */
const askingRoles = new Map(
  probedEndpoints.map(({ name }, at) => {
    const cells = permissionTable[name]!
    const alike = [...new Set(Object.values(cells))].map((cell) => roles.filter((role) => cells[role] === cell))
    return [name, isFullTestRun ? roles : alike.map((same) => same[at % same.length]!)] as const
  }),
)

describe('records shown to each role', () => {
  test.each(roles)('the %s sees exactly what the table allows, in every way of asking', async (role) => {
    const who = await firm.signInAsRole(role)
    const probedEndpoint = probedEndpoints.filter(
      ({ name }) => permissionTable[name]![role] !== '-' && askingRoles.get(name)!.includes(role),
    )
    const found = await probeEndpoints(probedEndpoint, (one) => {
      const cell = permissionTable[one.name]![role]
      return firm.findScopeDifferences(who, one, (place) => cell === '*' || includesPlace(cell as Scope, place))
    })
    expect(found.flat()).toEqual([])
  })
})
