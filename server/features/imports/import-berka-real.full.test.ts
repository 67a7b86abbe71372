import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ignoreProgress } from '#db/progress.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { cloneDatabase } from '#test/harness/database.ts'
import { locateGivenData } from '#test/harness/given-data.ts'
import { importBerka } from './import-berka.ts'

const berkaFiles = ['account', 'card', 'client', 'disp', 'district', 'loan', 'order', 'trans_1993']
const {
  place: folder,
  isThere,
  title,
} = locateGivenData(
  'berka',
  berkaFiles.map((name) => `${name}.asc`),
)

/** Fields of a file, split as simply as can be: the test doesn't trust the reader. */
const readDataLines = (name: string): string[][] =>
  readFileSync(join(folder, name), 'latin1')
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.replaceAll('"', '').split(';'))

const toCents = (amount: string): number => Math.round(Number(amount) * 100)

// What the import does with each kind of line is held by import-berka.test.ts, with a bank of its own; here is a whole one.
describe.skipIf(!isThere)(`real bank of ${title}`, () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  let owner: Client
  beforeAll(async () => {
    database = await cloneDatabase()
    owner = new Client({ connectionString: database.ownerUrl })
    await owner.connect()
    await owner.query('set search_path = dino')
  })
  afterAll(async () => {
    await owner.end()
    await database.drop()
  })
  const load = () => importBerka({ ...database, prefix: 'dino', progress: ignoreProgress, folder, skip: false })
  const totals = {
    accounts: 4500,
    clients: 5369,
    journals: 28205,
    moneyIn: '120442237.40',
    moneyOut: '83866291.30',
    net: '36575946.10',
    differences: 0,
  }

  test('imports the real bank to the cent, and once only', { timeout: 180_000 }, async () => {
    expect(await load()).toMatchObject({
      written: true,
      added: {
        zones: 8,
        offices: 77,
        employees: 86,
        clients: 5369,
        accounts: 4500,
        movements: 28205,
        loans: 682,
        cards: 892,
        orders: 6471,
      },
      bank: { balances: '36575912.90', ledger: '36575946.10', difference: '33.20', accounts: 1139, beyondRounding: 0 },
    })
    const report = await verifyLedger({ ...database, prefix: 'dino' }, undefined)
    expect(report).toMatchObject(totals)
    expect(report.byKind.interest).toEqual({ count: 6065, amount: '810862.90' })
    expect(report.byKind.penalty).toEqual({ count: 9, amount: '75.00' })

    const again = await load()
    expect(Object.values(again.added).every((count) => count === 0)).toBe(true)
    expect(await verifyLedger({ ...database, prefix: 'dino' }, undefined)).toEqual(report)
  })

  test('each zone has the net of the accounts of its districts', async () => {
    const regionOf = new Map(readDataLines('district.asc').map(([id, , region]) => [id, region!]))
    const zoneOf = new Map(readDataLines('account.asc').map(([id, district]) => [id, regionOf.get(district!)!]))
    const net = new Map<string, number>()
    for (const [, account, , type, , amount] of readDataLines('trans_1993.asc')) {
      const zone = zoneOf.get(account)!
      net.set(zone, (net.get(zone) ?? 0) + (type === 'PRIJEM' ? 1 : -1) * toCents(amount!))
    }
    const { byZone } = await verifyLedger({ ...database, prefix: 'dino' }, undefined)
    expect(Object.fromEntries(Object.entries(byZone).map(([zone, figure]) => [zone, toCents(figure.net)]))).toEqual(
      Object.fromEntries(net),
    )
    expect(Object.values(byZone).reduce((sum, { accounts }) => sum + accounts, 0)).toBe(4500)
  })

  test('each day’s balance matches the bank’s own balance within its rounding', async () => {
    const { rows } = await owner.query<{ account: string; day: string; balance: string; movements: string }>(
      `select substr(a.external_ref, 15) as account, to_char(d.booking_date, 'YYMMDD') as day,
              sum(d.amount) over w as balance, sum(d.movements) over w as movements
         from (select account_id, booking_date, -sum(amount) as amount, count(*) as movements from posting
                where account_id is not null group by 1, 2) d
         join account a on a.id = d.account_id
       window w as (partition by d.account_id order by d.booking_date)`,
    )
    const statedBalances = new Map<string, number[]>()
    for (const [, account, day, , , , balance] of readDataLines('trans_1993.asc')) {
      const key = `${account} ${day}`
      statedBalances.set(key, [...(statedBalances.get(key) ?? []), toCents(balance!)])
    }
    expect(rows).toHaveLength(statedBalances.size)
    const off = rows.filter(({ account, day, balance, movements }) =>
      statedBalances
        .get(`${account} ${day}`)!
        .every((bank) => Math.abs(bank - toCents(balance)) > 10 * Number(movements)),
    )
    expect(off).toEqual([])
  })

  test('gives every client to the branch manager of the account held or authorised', async () => {
    const districtOf = new Map(readDataLines('account.asc').map(([id, district]) => [id, district!]))
    const expectedHolders = readDataLines('disp.asc').map(
      ([, client, account]) => `${client} BERKA-G${districtOf.get(account)!.padStart(2, '0')}`,
    )
    const { rows } = await owner.query<{ pair: string }>(
      `select substr(c.external_ref, 14) || ' ' || m.cvl as pair from client c join client_list l on l.client_id = c.id join employee m on m.id = l.manager_id`,
    )
    expect(rows.map(({ pair }) => pair).toSorted()).toEqual(expectedHolders.toSorted())
  })
})
