import { setTimeout as sleep } from 'node:timers/promises'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { type Role, roles, type Scope } from '#contract/permissions.ts'
import { allRoutes } from '#server/app.ts'
import { isFullTestRun, takeFirstCases } from '#test/harness/circles.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { probeEndpoints } from './probe-endpoints.ts'
import type { Probe } from './probe-requests.ts'
import { probesByEndpoint } from './probes.ts'
import { createProbeWorld, setRoleScope, type TargetPlace, targetPlaces } from './world.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
export type Caller = Awaited<ReturnType<Tenant['as']>>

export const endpoints: EndpointSpec[] = allRoutes.map(({ endpoint }) => endpoint)
export const formatEndpointName = ({ method, path }: EndpointSpec) => `${method} ${path}`
export const endpointsByName = new Map(endpoints.map((endpoint) => [formatEndpointName(endpoint), endpoint]))
/** A file is made of what its list shows, by the same declaration, and takes long: it is asked for in one way, in the full suite in all. */
const takeRequests = (name: string, { requests }: Probe): Probe['requests'] =>
  name.endsWith('/export') ? takeFirstCases(1, requests) : requests
export const probedEndpoints = Object.entries(probesByEndpoint).map(([name, probe]) => ({
  name,
  endpoint: endpointsByName.get(name)!,
  ...probe,
  requests: takeRequests(name, probe),
}))
export type ProbedEndpoint = (typeof probedEndpoints)[number]

const maxProbeTries = 100
/** A file's place is free only once what it held is closed, which comes after its answer: whoever is told to wait asks again. */
export const requestProbe = async (who: Pick<Caller, 'send'>, endpoint: EndpointSpec, sent: object) => {
  let response = await who.send(endpoint, sent)
  for (let tries = 1; response.statusCode === 429 && tries < maxProbeTries; tries += 1) {
    await sleep(50)
    response = await who.send(endpoint, sent)
  }
  return { status: response.statusCode, body: response.body, json: () => response.json() as Record<string, unknown> }
}

/** One's own place is no view to take, and whoever asks has access; of the staff, everybody stands in their own zone. */
const countsOwnRecord = (name: string) => !/\/session\/view|\/staff|\/without-access|\/team/.test(name)

/** Where all is shown, or nothing, the farthest place stands for all; the full suite asks for each. */
export const farthestPlaces: readonly TargetPlace[] = isFullTestRun ? targetPlaces : ['other']

/** What is asked for with the same right, in groups: each is asked with that right alone in the module. */
const groupByRight = (): ProbedEndpoint[][] => {
  const groups = new Map<string, ProbedEndpoint[]>()
  for (const one of probedEndpoints) {
    const key = `${one.endpoint.module} ${one.endpoint.action}`
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
}

/**
 * A firm with the world that probes ask about, and ways to ask as somebody of its staff. Closing it drops the firm.
 */
export const openProbedFirm = async () => {
  const t = await createTestTenant('dino')
  const world = await createProbeWorld(t)
  // What takes more people is refused where there are none who could approve it.
  for (const role of roles) await Promise.all([t.as(role), t.as(role)])

  /** Whoever took somebody's view by asking is to ask for the next in their own. */
  const leaveStaffViews = () => t.owner.query('update registry.session set acting_cvl = null')

  /** A member of staff in the middle of the world, of that role, with a session; whoever was it before is it no more. */
  const signInAsRole = async (role: Role): Promise<Caller> => {
    await t.owner.query('update registry.membership set cvl = null where cvl = $1', [world.me.cvl])
    return t.as(role, world.me.cvl)
  }

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

  return { t, world, signInAsRole, findScopeDifferences, checkEachRight, close: () => t.drop() }
}
