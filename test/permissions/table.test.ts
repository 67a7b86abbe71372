import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { type Role, roles, type Scope } from '#contract/permissions.ts'
import { decidePermission } from '#contract/rights.ts'
import { allRoutes } from '#server/app.ts'
import { isFullTestRun, takeFirstCases } from '#test/harness/circles.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { unprobedEndpoints } from './not-probed.ts'
import { probeEndpoints } from './probe-endpoints.ts'
import type { Probe } from './probe-requests.ts'
import { probesByEndpoint } from './probes.ts'
import { type PermissionCell, permissionTable } from './table.ts'
import {
  allScopes,
  createProbeWorld,
  includesPlace,
  type ProbeWorld,
  setRoleScope,
  type TargetPlace,
  targetPlaces,
} from './world.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let world: ProbeWorld
let otherTenantCaller: Caller
beforeAll(async () => {
  t = await createTestTenant('dino')
  world = await createProbeWorld(t)
  otherTenantCaller = await t.as('admin', undefined, 'cfl')
  // What takes more people is refused where there are none who could approve it.
  for (const role of roles) await Promise.all([t.as(role), t.as(role)])
})
afterAll(() => t.drop())

/** Nothing of these is told for a part of the firm. */
const firmWideModules: readonly string[] = ['bt_Extractos', 'bt_Remesas', 'bt_Contabilidad']

const endpoints: EndpointSpec[] = allRoutes.map(({ endpoint }) => endpoint)
const formatEndpointName = ({ method, path }: EndpointSpec) => `${method} ${path}`
const endpointsByName = new Map(endpoints.map((endpoint) => [formatEndpointName(endpoint), endpoint]))
/** A file is made of what its list shows, by the same declaration, and takes long: it is asked for in one way, in the full suite in all. */
const takeRequests = (name: string, { requests }: Probe): Probe['requests'] =>
  name.endsWith('/export') ? takeFirstCases(1, requests) : requests
const probedEndpoints = Object.entries(probesByEndpoint).map(([name, probe]) => ({
  name,
  endpoint: endpointsByName.get(name)!,
  ...probe,
  requests: takeRequests(name, probe),
}))
type ProbedEndpoint = (typeof probedEndpoints)[number]

/** Of the names of what is sent: those that name a record, by its id or its code. */
const idKeyPattern = /(?<!tax)Id$|^id$|^ids$|person|manager|cvl|before|upTo|record/i
const listInputKeys = (endpoint: EndpointSpec) =>
  [endpoint.params, endpoint.query, endpoint.body].flatMap((part) =>
    part instanceof z.ZodObject ? Object.keys(part.shape) : [],
  )

const maxProbeTries = 100
/** A file's place is free only once what it held is closed, which comes after its answer: whoever is told to wait asks again. */
const requestProbe = async (who: Pick<Caller, 'send'>, endpoint: EndpointSpec, sent: object) => {
  let response = await who.send(endpoint, sent)
  for (let tries = 1; response.statusCode === 429 && tries < maxProbeTries; tries += 1) {
    await sleep(50)
    response = await who.send(endpoint, sent)
  }
  return { status: response.statusCode, body: response.body, json: () => response.json() as Record<string, unknown> }
}

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

/** One's own place is no view to take, and whoever asks has access; of the staff, everybody stands in their own zone. */
const countsOwnRecord = (name: string) => !/\/session\/view|\/staff|\/without-access|\/team/.test(name)

/** What belongs to a member of staff stands in the zone of their office: mine in my own. */
const belongsToStaff = (name: string) => / \/(contacts|calls|follow-ups|meetings|agenda|reviews)/.test(name)

/** Whoever took somebody's view by asking is to ask for the next in their own. */
const leaveStaffViews = () => t.owner.query('update registry.session set acting_cvl = null')

/** A member of staff in the middle of the world, of that role, with a session; whoever was it before is it no more. */
const signInAsRole = async (role: Role): Promise<Caller> => {
  await t.owner.query('update registry.membership set cvl = null where cvl = $1', [world.me.cvl])
  return t.as(role, world.me.cvl)
}

/** Where all is shown, or nothing, the farthest place stands for all; the full suite asks for each. */
const farthestPlaces: readonly TargetPlace[] = isFullTestRun ? targetPlaces : ['other']

/** Asks for each place by each way, and answers where what is shown differs from what is to be: a line for each. */
const findScopeDifferences = async (
  who: Caller,
  probedEndpoint: ProbedEndpoint,
  toBe: (place: TargetPlace) => boolean,
): Promise<string[]> => {
  const { name, endpoint, requests: ask, revealsRecord: shows } = probedEndpoint
  const differences: string[] = []
  for (const place of targetPlaces.every(toBe) ? farthestPlaces : targetPlaces) {
    const target = world.targets[place]
    for (const [at, way] of ask.entries()) {
      const answer = await requestProbe(who, endpoint, way(target))
      const shown = shows(answer, target)
      const expected = toBe(place)
      if (shown !== expected && (place !== 'own' || countsOwnRecord(name)))
        differences.push(
          `${name}, way ${at}: ${shown ? 'shows' : 'does not show'} the place ${place} (${answer.status} ${answer.body.slice(0, 150)})`,
        )
    }
    if (name === 'POST /session/view') await leaveStaffViews()
  }
  return differences
}

describe('records shown to each role', () => {
  test.each(roles)('the %s sees exactly what the table allows, in every way of asking', async (role) => {
    const who = await signInAsRole(role)
    const probedEndpoint = probedEndpoints.filter(({ name }) => permissionTable[name]![role] !== '-')
    const found = await probeEndpoints(probedEndpoint, (one) => {
      const cell = permissionTable[one.name]![role]
      return findScopeDifferences(who, one, (place) => cell === '*' || includesPlace(cell as Scope, place))
    })
    expect(found.flat()).toEqual([])
  })
})

/** What is asked for with the same right, in groups: each is asked with that right alone in the module. */
const groupByRight = (): ProbedEndpoint[][] => {
  const groups = new Map<string, ProbedEndpoint[]>()
  for (const one of probedEndpoints) {
    const key = `${one.endpoint.module} ${one.endpoint.action}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
}

/** With each right in turn, given in the scope as a firm does in its matrix: what `ask` finds of all that needs it. */
const checkEachRight = async (scope: Scope, ask: (one: ProbedEndpoint) => Promise<string[]>): Promise<string[]> => {
  const found: string[] = []
  for (const group of groupByRight()) {
    const { module, action } = group[0]!.endpoint
    await setRoleScope(t, 'manager', module!, [action!, 'view'], scope)
    found.push(...(await probeEndpoints(group, ask)).flat())
    await t.owner.query('delete from dino.role_grant')
  }
  return found
}

describe('scopes given by the matrix', () => {
  test.each(allScopes)('every endpoint follows the scope %s given in the matrix', async (scope) => {
    const who = await signInAsRole('manager')
    const found = await checkEachRight(scope, (one) =>
      findScopeDifferences(
        who,
        one,
        (place) =>
          (includesPlace(scope, place) || (scope === 'zone' && place === 'own' && belongsToStaff(one.name))) &&
          (scope === 'all' || !firmWideModules.includes(one.endpoint.module!)),
      ),
    )
    expect(found).toEqual([])
  })
})

const missingTarget = {
  employee: { id: '999999999999999', cvl: 'D9999999' },
  client: { id: '999999999999999', cvl: 'D9999998', name: 'Qxclientenadie' },
  accountId: '999999999999999',
  journalId: '999999999999999',
  paymentId: '999999999999999',
  quoteId: '999999999999999',
  noticeId: '999999999999999',
  positionId: '999999999999999',
  contactId: '999999999999999',
  callId: '999999999999999',
  followUpId: '999999999999999',
  meetingId: '999999999999999',
  presentationId: '999999999999999',
  presentationVersionId: '999999999999999',
  siblingId: '999999999999998',
  relationId: '999999999999999',
  takeEndedRelation: () => '999999999999999',
  mergeId: '999999999999999',
  consentId: '999999999999999',
  infoFormId: '999999999999999',
  infoFormRequestId: '999999999999999',
}

test('every endpoint answers alike for a record out of scope and a missing one', async () => {
  const who = await signInAsRole('manager')
  const plain = async ({ endpoint }: ProbedEndpoint, sent: object) => {
    const { status, body } = await requestProbe(who, endpoint, sent)
    return `${status} ${body.replace(/"requestId":"[^"]*"/, '')}`
  }
  const found = await checkEachRight('own', async (one) => {
    const differences: string[] = []
    for (const [at, way] of one.requests.entries()) {
      const real = await plain(one, way(world.targets.other))
      const none = await plain(one, way(missingTarget))
      if (real !== none) differences.push(`${one.name}, way ${at}: ${real} instead of ${none}`)
    }
    return differences
  })
  expect(found).toEqual([])
})

test('no endpoint shows another prefix’s records to a user who sees all', async () => {
  const found = await probeEndpoints(probedEndpoints, async ({ name, endpoint, requests: ask }) => {
    const shown: string[] = []
    for (const way of ask)
      for (const place of farthestPlaces) {
        const target = world.targets[place]
        const { body, status } = await requestProbe(otherTenantCaller, endpoint, way(target))
        if (status === 200 && body.includes(target.client.cvl)) shown.push(`${name} shows the place ${place}`)
      }
    return shown
  })
  expect(found.flat()).toEqual([])
})
