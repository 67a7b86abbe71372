import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { decide, roles } from '#contract/permissions.ts'
import { allRoutes } from '#server/app.ts'
import { testTenant } from '#test/harness/tenant.ts'
import { notOfAnybody } from './not-probed.ts'
import { probes } from './probes.ts'
import { type Cell, table } from './table.ts'
import { allScopes, holds, makeWorld, places, setScope, type World } from './world.ts'

type Tenant = Awaited<ReturnType<typeof testTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let world: World
let abroad: Caller
beforeAll(async () => {
  t = await testTenant('dino')
  world = await makeWorld(t)
  abroad = await t.as('admin', undefined, 'cfl')
})
afterAll(() => t.drop())

/** Nothing of these is told for a part of the firm. */
const ofTheFirm: readonly string[] = ['bt_Extractos', 'bt_Remesas', 'bt_Contabilidad']

const endpoints: EndpointSpec[] = allRoutes.map(({ endpoint }) => endpoint)
const nameOf = ({ method, path }: EndpointSpec) => `${method} ${path}`
const byName = new Map(endpoints.map((endpoint) => [nameOf(endpoint), endpoint]))
const probed = Object.entries(probes).map(([name, probe]) => [name, byName.get(name)!, probe] as const)

/** Of the names of what is sent: those that name a record, by its id or its code. */
const isId = /(?<!tax)Id$|^id$|^ids$|person|manager|cvl|before|upTo|record/i
const partsOf = (endpoint: EndpointSpec) =>
  [endpoint.params, endpoint.query, endpoint.body].flatMap((part) =>
    part instanceof z.ZodObject ? Object.keys(part.shape) : [],
  )

const toldOf = async (who: Pick<Caller, 'send'>, endpoint: EndpointSpec, sent: object) => {
  const response = await who.send(endpoint, sent)
  return { status: response.statusCode, body: response.body, json: () => response.json() as Record<string, unknown> }
}

describe('the written table', () => {
  test('has a row for every endpoint, and no other', () => {
    expect(Object.keys(table).sort()).toEqual([...byName.keys()].sort())
  })

  test.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'says of %s what the product sets',
    (name, endpoint) => {
      const { module, action } = endpoint
      const real = roles.map((role): Cell => {
        if (!module) return '*'
        const { allowed, scopes } = decide({ role, matrix: [], rules: [] }, module, action)
        return allowed ? (probes[name] ? scopes[0]! : '*') : '-'
      })
      expect(real).toEqual(roles.map((role) => table[name]![role]))
    },
  )

  test('every endpoint that names a record is asked for those of others, or says why it needs not be', () => {
    const named = endpoints.filter(
      (endpoint) => partsOf(endpoint).some((key) => isId.test(key)) && endpoint.open !== 'anybody',
    )
    const silent = named.map(nameOf).filter((name) => !probes[name] && !notOfAnybody[name])
    expect(silent).toEqual([])
  })
})

/** Of what is asked: which places are shown to the caller. */
const shownTo = async (who: Caller, name: string) => {
  const { ask, shows } = probes[name]!
  const endpoint = byName.get(name)!
  const shown: Record<string, boolean[]> = {}
  for (const place of places) {
    const target = world.targets[place]
    shown[place] = []
    for (const way of ask) shown[place].push(shows(await toldOf(who, endpoint, way(target)), target))
    // Whoever took somebody's view by asking is to ask for the next in their own.
    if (name === 'POST /session/view') await t.owner.query('update registry.session set acting_cvl = null')
  }
  return shown
}
/** One's own place is no view to take, and whoever asks has access; of the staff, everybody stands in their own zone. */
const ownCounts = (name: string) => !/\/session\/view|\/staff|\/without-access|\/team/.test(name)

describe.each(probed)('%s', (name, endpoint, { ask }) => {
  test('shows each role what the table says, by whatever way it is asked, and nothing else', async () => {
    for (const role of roles) {
      const cell = table[name]![role]
      if (cell === '-') continue
      await t.owner.query('update registry.membership set cvl = null where cvl = $1', [world.me.cvl])
      const shown = await shownTo(await t.as(role, world.me.cvl), name)
      for (const place of places)
        if (place !== 'own' || ownCounts(name))
          expect(shown[place], `${role} asks for ${place}`).toEqual(ask.map(() => cell === '*' || holds(cell, place)))
    }
  })

  test('follows the scope that the firm gives in its matrix', async () => {
    await t.owner.query('update registry.membership set cvl = null where cvl = $1', [world.me.cvl])
    const who = await t.as('manager', world.me.cvl)
    for (const scope of allScopes) {
      await setScope(t, 'manager', endpoint.module!, [endpoint.action!, 'view'], scope)
      const shown = await shownTo(who, name)
      for (const place of places)
        if (place !== 'own' || ownCounts(name))
          expect(shown[place], `scope ${scope} asks for ${place}`).toEqual(
            ask.map(() => holds(scope, place) && (scope === 'all' || !ofTheFirm.includes(endpoint.module!))),
          )
    }
    await t.owner.query('delete from dino.role_grant')
  })

  test('tells of a record out of scope what it tells of one that is not there', async () => {
    await t.owner.query('update registry.membership set cvl = null where cvl = $1', [world.me.cvl])
    const who = await t.as('manager', world.me.cvl)
    await setScope(t, 'manager', endpoint.module!, [endpoint.action!, 'view'], 'own')
    const { other } = world.targets
    const nobodys = {
      employee: { id: '999999999999999', cvl: 'D9999999' },
      client: { id: '999999999999999', cvl: 'D9999998', name: 'Qxclientenadie' },
      accountId: '999999999999999',
      journalId: '999999999999999',
      paymentId: '999999999999999',
      quoteId: '999999999999999',
      noticeId: '999999999999999',
    }
    for (const way of ask) {
      const [real, none] = [await toldOf(who, endpoint, way(other)), await toldOf(who, endpoint, way(nobodys))]
      const plain = ({ status, body }: typeof real) => [status, body.replace(/"requestId":"[^"]*"/, '')]
      expect(plain(real)).toEqual(plain(none))
    }
    await t.owner.query('delete from dino.role_grant')
  })

  test('of another prefix shows nothing to somebody who may see all in theirs', async () => {
    for (const way of ask)
      for (const place of places) {
        const target = world.targets[place]
        const { body, status } = await toldOf(abroad, endpoint, way(target))
        expect(status === 200 && body.includes(target.client.cvl)).toBe(false)
      }
  })
})
