import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FigureKey } from '#contract/figures/keys.ts'
import { getFigure, listFigureRows } from '#contract/figures.ts'
import { exportPlaceFigures, getPlaceFigures } from '#contract/place-figures.ts'
import { ledgers } from '#rules/ledgers.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
type Query = Record<string, string>

/** Today is 2026-06-15. */
let t: Tenant
const staff = {} as Record<'head' | 'superior' | 'manager' | 'second' | 'banker', { id: string; cvl: string }>
const callers = {} as Record<'direction' | 'superior' | 'manager' | 'second' | 'banker', Caller>
let zoneId: string
const clients = {} as Record<'madrid' | 'named' | 'lisbon' | 'nowhere' | 'jalisco' | 'french', string>

const addresses = {
  madrid: { country: 'ES', postal_code: '28004', province: 'Barcelona', city: null, channel: 'direct' },
  named: { country: 'ES', postal_code: null, province: 'Guipúzcoa', city: null, channel: 'partner' },
  lisbon: { country: 'PT', postal_code: '1000-205', province: null, city: 'LISBOA', channel: 'alliance' },
  nowhere: { country: 'PT', postal_code: '2710-500', province: null, city: 'Sintra', channel: 'direct' },
  jalisco: { country: 'MX', postal_code: '44100', province: null, city: 'Guadalajara', channel: 'direct' },
  french: { country: 'FR', postal_code: '75001', province: 'Madrid', city: 'Paris', channel: 'partner' },
} as const

beforeAll(async () => {
  t = await createTestTenant('dino')
  const { make, owner } = t
  const office = await make.office()
  zoneId = office.zoneId
  staff.head = await make.employee({ position: 'direction' })
  staff.superior = await make.employee({ position: 'supervisor', supervisorId: staff.head.id })
  staff.manager = await make.employee({ supervisorId: staff.superior.id })
  staff.second = await make.employee({ supervisorId: staff.head.id })
  staff.banker = await make.employee({ position: 'banker', supervisorId: staff.head.id, officeId: office.id })
  const products = [await make.product(), await make.product({ family: 'smart' })]
  const managers = [staff.manager, staff.second]
  for (const [at, name] of (Object.keys(addresses) as (keyof typeof addresses)[]).entries()) {
    const manager = managers[at % 2]!.id
    const client = await make.client({ staff: { manager }, ...(at < 3 && { zoneId }) })
    clients[name] = client.id
    const { country, postal_code, province, city, channel } = addresses[name]
    await owner.query(
      `update dino.client set country = $2, postal_code = $3, province = $4, city = $5, channel = $6 where id = $1`,
      [client.id, country, postal_code, province, city, channel],
    )
    for (const product of products) {
      const { id } = await make.account({ clientId: client.id, productId: product.id })
      await make.movement(id, `${1000 + 7 * at}.11`, 'contribution', '2026-02-01')
      await make.movement(id, '3.07', 'interest', '2026-06-02')
      await make.movement(id, `${100 + at}.03`, 'contribution', '2026-06-05')
    }
    await owner.query(`update dino.client_staff set valid_from = '2024-01-15' where client_id = $1`, [client.id])
  }
  // It moved from the second manager to the first one on 1 June.
  await owner.query(`update dino.client_staff set valid_to = '2026-05-31' where client_id = $1`, [clients.named])
  await owner.query(
    `insert into dino.client_staff (client_id, employee_id, role, valid_from) values ($1, $2, 'manager', '2026-06-01')`,
    [clients.named, staff.manager.id],
  )
  await make.refresh(...Object.values(clients))
  await owner.query(`insert into dino.role_grant (role, module, actions, scope)
    select 'banker', module, '{view,export}', 'zone' from unnest(array['bt_Clientes', 'bt_Dashboard1', 'bt_Dashboard2']) module
    on conflict (role, module) do update set actions = excluded.actions, scope = excluded.scope`)
  callers.direction = await t.as('direction', staff.head.cvl)
  callers.superior = await t.as('supervisor', staff.superior.cvl)
  callers.manager = await t.as('manager', staff.manager.cvl)
  callers.second = await t.as('manager', staff.second.cvl)
  callers.banker = await t.as('banker', staff.banker.cvl)
})
afterAll(() => t?.drop())

const fetchPlaces = (caller: Caller, query: Query = {}) => caller.call(getPlaceFigures, { query })
const fetchFigure = async (caller: Caller, figure: FigureKey, query: Query) =>
  (await caller.call(getFigure, { params: { figure }, query })).figure

const toCents = (amount: string): bigint => BigInt(amount.replace(/[.,]/, ''))
const sumCents = (amounts: readonly string[]): bigint => amounts.map(toCents).reduce((sum, one) => sum + one, 0n)
const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0)
const until = (to: string): Query => ({ range: 'custom', from: '2026-01-01', to })

const ranges: Query[] = [{}, until('2026-05-31'), until('2026-06-15'), { range: 'yesterday' }]
const moneyFigures = { capital: 'totalCapital', balance: 'balance', captation: 'captation' } as const

test('places, channels and products add up to the dashboard in every scope', async () => {
  for (const caller of Object.values(callers))
    for (const query of ranges) {
      const { places, channels, products, total } = await fetchPlaces(caller, query)
      for (const [key, figure] of Object.entries(moneyFigures)) {
        const { amount } = await fetchFigure(caller, figure, query)
        for (const lines of [places, channels, products])
          expect(sumCents(lines.map((line) => line[key as keyof typeof moneyFigures]))).toBe(toCents(amount ?? '0.00'))
        expect(total[key as keyof typeof moneyFigures]).toBe(amount)
      }
      const { count } = await fetchFigure(caller, 'totalCapital', query)
      for (const lines of [places, channels, products]) expect(sum(lines.map(({ accounts }) => accounts))).toBe(count)
      const counted = await fetchFigure(caller, 'clients', query)
      for (const lines of [places, channels]) expect(sum(lines.map(({ clients }) => clients))).toBe(counted.count)
      expect(total.clients).toBe(counted.count)
    }
})

test('a client of then who is with somebody else now is in no place', async () => {
  const then = until('2026-05-31')
  const { places } = await fetchPlaces(callers.second, then)
  expect(places.map(({ place }) => place)).not.toContain('ES-20')
  const hidden = places.find(({ place }) => place === 'ZZ-00')
  expect(hidden).toMatchObject({ clients: 1, accounts: 2 })
  const listRows = async (place: string) =>
    (await callers.second.call(listFigureRows.count, { params: { figure: 'totalCapital' }, query: { ...then, place } }))
      .totals.amount
  expect([await listRows('ES-20'), await listRows('ZZ')]).toEqual(['0.00', hidden!.capital])
  const { places: seen } = await fetchPlaces(callers.direction, then)
  expect(seen.map(({ place }) => place)).toContain('ES-20')
})

describe('against statements of the test, straight on the ledger', () => {
  const holders = {
    direction: null,
    superior: () => [staff.manager.id],
    manager: () => [staff.manager.id],
    second: () => [staff.second.id],
  }

  /** By the address as the test wrote it, so that the rule of the database isn't compared with itself. */
  const placeOf: Record<keyof typeof addresses, string> = {
    madrid: 'ES-28',
    named: 'ES-20',
    lisbon: 'PT-11',
    nowhere: 'PT-00',
    jalisco: 'MX-JAL',
    french: 'FR-00',
  }

  const sumLedger = async (client: string, day: string, people: string[] | null, kinds: string) => {
    const { rows } = await t.owner.query<{ sum: string }>(
      `select coalesce(-sum(p.amount), 0)::numeric(18, 2)::text as sum
         from dino.posting p join dino.journal j on j.id = p.journal_id join dino.account a on a.id = p.account_id
        where p.ledger = $3 and ${kinds} and j.booking_date <= $2 and a.client_id = $1
          and ($4::bigint[] is null or a.client_id in (
            select client_id from dino.client_staff where employee_id = any($4) and valid_from <= $2
               and (valid_to is null or valid_to >= $2)))`,
      [client, day, ledgers.capital, people],
    )
    return rows[0]!.sum
  }

  test.each(['2026-03-01', '2026-05-31', '2026-06-01', '2026-06-15'])(
    'capital and balance by place on %s',
    async (day) => {
      for (const [name, list] of Object.entries(holders)) {
        const { places } = await fetchPlaces(callers[name as keyof typeof holders], until(day))
        for (const [client, place] of Object.entries(placeOf)) {
          const people = list?.() ?? null
          const capital = await sumLedger(clients[client as keyof typeof clients], day, people, `j.kind <> 'interest'`)
          const balance = await sumLedger(clients[client as keyof typeof clients], day, people, 'true')
          // Whoever handed the client over sees its money of then, and not where it lives now.
          const shown = name === 'second' && client === 'named' ? 'ZZ-00' : place
          const line = places.find((one) => one.place === shown)
          expect({ name, place, capital: line?.capital ?? '0.00', balance: line?.balance ?? '0.00' }).toEqual({
            name,
            place,
            capital,
            balance,
          })
        }
      }
    },
  )

  test('captation by channel follows the credited person', async () => {
    for (const name of ['direction', 'manager', 'second'] as const) {
      const { channels } = await fetchPlaces(callers[name], { range: 'month' })
      const { rows } = await t.owner.query(
        `select c.channel, (-sum(p.amount))::numeric(18, 2)::text as captation
           from dino.posting p join dino.journal j on j.id = p.journal_id join dino.account a on a.id = p.account_id
           join dino.client c on c.id = a.client_id
          where p.ledger = $1 and j.kind = 'contribution' and j.booking_date between '2026-06-01' and '2026-06-15'
            and ($2::bigint is null or j.credited_to = $2)
          group by c.channel order by c.channel`,
        [ledgers.capital, name === 'direction' ? null : staff[name].id],
      )
      const found = channels.map(({ channel, captation }) => ({ channel, captation }))
      expect(found.filter(({ captation }) => captation !== '0.00')).toEqual(expect.arrayContaining(rows))
      expect(sumCents(found.map(({ captation }) => captation))).toBe(sumCents(rows.map(({ captation }) => captation)))
    }
  })

  test('a zone counts its clients and nobody else', async () => {
    const { places, total } = await fetchPlaces(callers.banker)
    expect(places.map(({ place, clients }) => [place, clients])).toEqual([
      ['ES-20', 1],
      ['ES-28', 1],
      ['PT-11', 1],
    ])
    const { rows } = await t.owner.query<{ sum: string }>(
      `select sum(b.principal)::text as sum from dino.account_balance b join dino.account a on a.id = b.account_id
         join dino.client c on c.id = a.client_id where c.zone_id = $1`,
      [zoneId],
    )
    expect(total.capital).toBe(rows[0]!.sum)
  })
})

test('the rows of a place, channel or product add up to its line', async () => {
  const count = async (caller: Caller, figure: FigureKey, query: Query) =>
    caller.call(listFigureRows.count, { params: { figure }, query })
  for (const caller of [callers.direction, callers.manager, callers.banker])
    for (const query of [{}, until('2026-05-31')] as Query[]) {
      const { places, channels, products } = await fetchPlaces(caller, query)
      const lines = [
        ...places.map(({ place, ...sums }) => ({ filter: { place }, sums })),
        ...channels.map(({ channel, ...sums }) => ({ filter: { channel }, sums })),
        ...products.map(({ product, ...sums }) => ({ filter: { product: product.id }, sums })),
      ]
      for (const { filter, sums } of lines) {
        for (const [key, figure] of Object.entries(moneyFigures)) {
          const { totals } = await count(caller, figure, { ...query, ...filter } as Query)
          expect(totals.amount).toBe(sums[key as keyof typeof moneyFigures])
        }
        if ('clients' in sums)
          expect((await count(caller, 'clients', { ...query, ...filter } as Query)).total).toBe(sums.clients)
      }
    }
})

test('the file of places names them and adds up to the total', async () => {
  const query = { by: 'place', format: 'csv', columns: 'country,place,clients,capital' } as const
  const file = await callers.direction.send(exportPlaceFigures, { query })
  expect(file.statusCode, file.body).toBe(200)
  const lines = file.body
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(';').map((cell) => cell.replace(/^"|"$/g, '')))
  expect(lines[0]).toEqual(['País', 'Lugar', 'Clientes', 'Capital'])
  expect(lines.map(([country, place]) => `${country}: ${place}`)).toEqual(
    expect.arrayContaining(['España: Madrid', 'España: Gipuzkoa', 'Portugal: Lugar sin registrar', 'México: Jalisco']),
  )
  const { total } = await fetchPlaces(callers.direction)
  expect(sumCents(lines.slice(1).map((cells) => cells.at(-1)!))).toBe(toCents(total.capital))
})

test('refuses the figures of people out of reach', async () => {
  await expect(fetchPlaces(callers.manager, { of: staff.second.id })).rejects.toThrow('notFound')
})
