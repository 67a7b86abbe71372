import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccountingJournal } from '#contract/accounting.ts'
import { enterStaffView } from '#contract/auth/staff-view.ts'
import { getCancellationQuote } from '#contract/cancellations.ts'
import { getAccount, getClient } from '#contract/clients/client.ts'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { getHandover } from '#contract/handovers.ts'
import { getPayment } from '#contract/payments.ts'
import { type Role, roles } from '#contract/permissions.ts'
import { getRecentRecords, type SearchKind, type SearchResult, searchRecords } from '#contract/search.ts'
import { getEmployee } from '#contract/staff.ts'
import { formatOrderReference } from '#rules/payment-references.ts'
import { isFullTestRun } from '#test/harness/circles.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import {
  allScopes,
  createProbeWorld,
  type ProbeTarget,
  type ProbeWorld,
  setRoleScope,
  targetPlaces,
} from '#test/permissions/world.ts'

let t: Awaited<ReturnType<typeof createTestTenant>>
let world: ProbeWorld
let accountNumbers: Map<string, string>
const handoverIds = new Map<string, string>()
beforeAll(async () => {
  t = await createTestTenant('dino')
  world = await createProbeWorld(t)
  const { rows } = await t.owner.query<{ id: string; number: string }>('select id::text, number from dino.account')
  const proposer = await t.as('admin')
  for (const place of targetPlaces) {
    const { employee, client } = world.targets[place]
    const { id } = await t.db
      .insertInto('handover')
      .values({
        role: 'manager',
        fromIds: [employee.id],
        toId: employee.id,
        clients: 1,
        capital: '0.00',
        effectiveOn: '2026-06-30',
        reason: 'a test',
        state: 'accepted',
        proposedBy: proposer.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await t.db
      .insertInto('handoverClient')
      .values({ handoverId: id, clientId: client.id, fromId: employee.id })
      .execute()
    handoverIds.set(employee.id, id)
  }
  accountNumbers = new Map(rows.map(({ id, number }) => [id, number]))
})
afterAll(() => t.drop())

type Caller = Awaited<ReturnType<typeof t.as>>
/** The member of staff in the middle of the world, who has another role each time. */
const signInAsMe = async (role: Role): Promise<Caller> => {
  await t.owner.query('update registry.membership set cvl = null where cvl = $1', [world.me.cvl])
  return t.as(role, world.me.cvl)
}

type KindCase = {
  kind: SearchKind
  id: (target: ProbeTarget) => string
  text: (target: ProbeTarget) => string
  page: EndpointSpec
  params: (target: ProbeTarget) => Record<string, string>
}

/** Each kind: by what its record is found, and the call that its page begins with. */
const kindCases: readonly KindCase[] = [
  {
    kind: 'client',
    id: ({ client }) => client.id,
    text: ({ client }) => client.name,
    page: getClient,
    params: ({ client }) => ({ clientId: client.id }),
  },
  {
    kind: 'account',
    id: ({ accountId }) => accountId,
    text: ({ accountId }) => accountNumbers.get(accountId)!,
    page: getAccount,
    params: ({ client, accountId }) => ({ clientId: client.id, accountId }),
  },
  {
    kind: 'payment',
    id: ({ paymentId }) => paymentId,
    text: ({ paymentId }) => formatOrderReference('dino', paymentId),
    page: getPayment,
    params: ({ paymentId }) => ({ paymentId }),
  },
  {
    kind: 'cancellation',
    id: ({ quoteId }) => quoteId,
    text: ({ accountId }) => accountNumbers.get(accountId)!,
    page: getCancellationQuote,
    params: ({ quoteId }) => ({ quoteId }),
  },
  {
    kind: 'journal',
    id: ({ journalId }) => journalId,
    text: ({ journalId }) => journalId,
    page: getAccountingJournal,
    params: ({ journalId }) => ({ journalId }),
  },
  {
    kind: 'employee',
    id: ({ employee }) => employee.id,
    text: ({ employee }) => employee.cvl,
    page: getEmployee,
    params: ({ employee }) => ({ employeeId: employee.id }),
  },
  {
    kind: 'handover',
    id: ({ employee }) => handoverIds.get(employee.id)!,
    text: ({ employee }) => handoverIds.get(employee.id)!,
    page: getHandover,
    params: ({ employee }) => ({ handoverId: handoverIds.get(employee.id)! }),
  },
]

const hasKey = (results: readonly SearchResult[], kind: string, id: string): boolean =>
  results.some((result) => result.kind === kind && result.id === id)

/** What is found, opened before and opened now, of every kind and place: three times the same answer. */
const compareWithPages = async (caller: Caller) => {
  for (const { kind, id, text, page, params } of kindCases)
    for (const place of targetPlaces) {
      const target = world.targets[place]
      const opened = (await caller.send(page, { params: params(target) })).statusCode === 200
      const found = await caller.call(searchRecords, { query: { q: text(target) } })
      const recent = await caller.call(getRecentRecords, { query: { records: `${kind}:${id(target)}` } })
      expect({ kind, place, found: hasKey(found.results, kind, id(target)), recent: recent.results.length }).toEqual({
        kind,
        place,
        found: opened,
        recent: opened ? 1 : 0,
      })
    }
}

describe('search and scope', () => {
  // By their scopes, each below; the full suite asks as every role.
  test.each(isFullTestRun ? roles : (['admin', 'hr'] as const))(
    'the %s finds exactly the records whose pages they may open',
    async (role) => {
      await compareWithPages(await signInAsMe(role))
    },
  )

  test.each(allScopes)('a role with scope %s finds exactly the records whose pages open', async (scope) => {
    for (const module of ['bt_Clientes', 'bt_Retiradas', 'bt_Cancelaciones', 'bt_RRHH', 'bt_Traspasos'])
      await setRoleScope(t, 'investments', module, ['view'], scope)
    await compareWithPages(await signInAsMe('investments'))
  })

  test('finds only what pages show in another’s view and after a changed role', async () => {
    const admin = await t.as('admin')
    await admin.call(enterStaffView, { body: { cvl: world.me.cvl } })
    await compareWithPages(admin)
    const caller = await signInAsMe('direction')
    const found = (await caller.call(searchRecords, { query: { q: 'Qxclienteother' } })).results
    // Meetings and follow-ups of others are found by their subjects, which name the client here.
    expect([...new Set(found.map(({ kind }) => kind))].sort()).toEqual(['client', 'contact', 'followUp', 'meeting'])
    await t.owner.query(`update registry.membership set role = 'manager' where user_id = $1`, [caller.userId])
    expect((await caller.call(searchRecords, { query: { q: 'Qxclienteother' } })).results).toEqual([])
    await compareWithPages(caller)
  })

  test.each(['\u0000', '\u0301', ' \u200b', '%', '_', "'; drop table client; --"])(
    'the text %j finds no record of any kind',
    async (q) => {
      const admin = await t.as('admin')
      expect((await admin.call(searchRecords, { query: { q } })).results).toEqual([])
    },
  )
})

describe('account numbers', () => {
  const find = async (q: string) => {
    const admin = await t.as('admin')
    const { results } = await admin.call(searchRecords, { query: { q } })
    return results.filter(({ kind }) => kind === 'account').map(({ title }) => title)
  }

  test.each([
    ['the whole number', 'D-EVAS-18-00019412'],
    ['no dashes', 'DEVAS1800019412'],
    ['spaces and small letters', 'd evas 18 00019412'],
    ['no prefix letter', 'EVAS-18-00019412'],
    ['its last digits', '19412'],
    ['its last digits with zeros', '00019412'],
    ['a middle part', '8-000194'],
  ])('the search finds an account by %s', async (_, q) => {
    await t.owner.query('update dino.account set number = $2 where id = $1', [
      world.targets.own.accountId,
      'D-EVAS-18-00019412',
    ])
    expect(await find(q)).toEqual(['D-EVAS-18-00019412'])
  })
})

describe('what matched', () => {
  beforeAll(async () => {
    const { id } = await t.make.client({ name: 'Ana', surname: 'Buscada' })
    const number = 'ES9121000418450200051332'
    await t.owner.query(
      `update dino.client set phone = '+34655506198', email = 'ana@correo.example', identity_number = '00000014Z' where id = $1`,
      [id],
    )
    await t.owner.query(
      `update dino.client_search set phone_text = '34655506198', email_text = 'ana@correo.example', identity_text = '00000014z', bank_text = $2
        where client_id = $1`,
      [id, number.toLowerCase()],
    )
  })

  test.each([
    ['phone', '55061', { field: 'phone', text: '+34655506198' }],
    ['e-mail', 'ana@correo', { field: 'email', text: 'ana@correo.example' }],
    ['identity', '0000014', { field: 'identity', text: '00000014Z' }],
    ['bank account', '51332', { field: 'bankAccount', text: '•••• 1332' }],
    ['name alone', 'buscada', null],
  ])('the search says that the %s of a client matched', async (_, q, match) => {
    const admin = await t.as('admin')
    const { results } = await admin.call(searchRecords, { query: { q } })
    expect(results.filter(({ title }) => title === 'Buscada, Ana')).toMatchObject([{ kind: 'client', match }])
  })
})
