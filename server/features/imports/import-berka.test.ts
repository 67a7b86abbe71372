import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import {
  buildMovementsFile,
  formatMovementLine,
  movementsOfEachKind,
  writeBerkaFolder,
} from '#test/harness/berka-folder.ts'
import { cloneDatabase } from '#test/harness/database.ts'
import { recordProgress } from '#test/harness/record-progress.ts'
import { importBerka } from './import-berka.ts'
import { malformedMovementCases } from './test-malformed-movements.ts'

type ClonedDatabase = Awaited<ReturnType<typeof cloneDatabase>>
let database: ClonedDatabase
let ownerClient: Client
const createdFolders: ReturnType<typeof writeBerkaFolder>[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  ownerClient = new Client({ connectionString: database.ownerUrl })
  await ownerClient.connect()
  await ownerClient.query('set search_path = dino')
})
afterAll(async () => {
  await ownerClient.end()
  await database.drop()
  for (const folder of createdFolders) folder.remove()
})

const createBerkaFolder = (files: Record<string, string | Buffer> = {}) => {
  const made = writeBerkaFolder(files)
  createdFolders.push(made)
  return made
}
const recordedSteps = recordProgress()
const runImport = (folder: string, options: { skip?: boolean; movements?: string; clock?: () => number } = {}) =>
  importBerka({ ...database, prefix: 'dino', progress: recordedSteps.progress, folder, skip: false, ...options })
const verifyBooks = (asOf?: string) => verifyLedger({ ...database, prefix: 'dino' }, asOf)
const queryRows = async (sql: string) => (await ownerClient.query(sql)).rows

describe('Berka bank on an empty prefix', () => {
  const expectedBooks = {
    accounts: 3,
    clients: 4,
    journals: 7,
    moneyIn: '5702.50',
    moneyOut: '1030.10',
    net: '4672.40',
    byKind: {
      contribution: { count: 2, amount: '5700.00' },
      withdrawal: { count: 2, amount: '1010.10' },
      interest: { count: 1, amount: '2.50' },
      penalty: { count: 1, amount: '5.40' },
      fee: { count: 1, amount: '14.60' },
    },
    byZone: { Prague: { accounts: 1, net: '-327.60' }, 'central Bohemia': { accounts: 2, net: '5000.00' } },
    differences: 0,
  }

  test('imports the Berka bank whole, each kind in its direction', async () => {
    const report = await runImport(
      createBerkaFolder({ 'trans_1.asc': buildMovementsFile(movementsOfEachKind.map(formatMovementLine)) }).folder,
    )
    expect(report).toMatchObject({
      written: true,
      movements: 8,
      zeroMovements: 1,
      refusedCount: 0,
      added: {
        zones: 2,
        offices: 3,
        employees: 6,
        clients: 4,
        accounts: 3,
        movements: 7,
        loans: 1,
        cards: 1,
        orders: 1,
      },
    })
    expect(await verifyBooks()).toMatchObject(expectedBooks)
  })

  test('finishes every counted step of the import', () => {
    expect(recordedSteps.steps()).toEqual(expect.arrayContaining(['post movements', 'refresh the client list']))
    expect(recordedSteps.unfinished()).toEqual([])
  })

  test('adds nothing on a second import, reordered and with other blanks', async () => {
    const again = movementsOfEachKind
      .toReversed()
      .map((movement) => formatMovementLine({ ...movement, symbol: movement.symbol ?? ' ' }))
    const report = await runImport(
      createBerkaFolder({ 'trans_2.asc': buildMovementsFile(again).replaceAll('\r\n', '\n') }).folder,
    )
    expect(Object.values(report.added).every((count) => count === 0)).toBe(true)
    expect(await verifyBooks()).toMatchObject(expectedBooks)
  })

  test('reports the books as of a day', async () => {
    expect(await verifyBooks('1993-01-31')).toMatchObject({
      asOf: '1993-01-31',
      accounts: 2,
      journals: 2,
      net: '702.50',
      differences: 0,
    })
  })

  test('gives a client the manager and zone of the account, not of the address', async () => {
    const clients = await queryRows(
      `select c.cvl, c.city, z.name as zone, l.zone_id = c.zone_id as same, m.cvl as manager, c.birth_date::text as born, c.name, s.all_text as text
         from client c join client_list l on l.client_id = c.id join zone z on z.id = c.zone_id join employee m on m.id = l.manager_id
         join client_search s on s.client_id = c.id order by c.cvl`,
    )
    expect(clients[1]).toEqual({
      cvl: 'BERKA-C00002',
      city: 'Hl.m. Praha',
      zone: 'central Bohemia',
      same: true,
      manager: 'BERKA-G03',
      born: '1945-02-04',
      name: 'Cliente 00002',
      text: ' cliente 00002 berka-c00002    ',
    })
    expect(clients[2]).toMatchObject({ manager: 'BERKA-G03', name: 'Clienta 00003', born: '1940-10-09' })
  })

  test('separates authorised people from holders, with money under the holder only', async () => {
    expect(
      await queryRows(
        `select c.external_ref as client, h.role, h.share, l.balance::text from account_holder h join client c on c.id = h.client_id
           join client_list l on l.client_id = c.id join account a on a.id = h.account_id where a.external_ref = 'berka:account:2' order by 1`,
      ),
    ).toEqual([
      { client: 'berka:client:2', role: 'primary', share: '100.0000', balance: '5000.00' },
      { client: 'berka:client:3', role: 'authorised', share: null, balance: '0.00' },
    ])
  })

  test('creates direction, one supervisor per zone and one manager per branch', async () => {
    expect(
      await queryRows(
        'select e.cvl, s.cvl as supervisor from employee e left join employee s on s.id = e.supervisor_id order by 1',
      ),
    ).toEqual([
      { cvl: 'BERKA-D01', supervisor: null },
      { cvl: 'BERKA-G01', supervisor: 'BERKA-S01' },
      { cvl: 'BERKA-G02', supervisor: 'BERKA-S02' },
      { cvl: 'BERKA-G03', supervisor: 'BERKA-S02' },
      { cvl: 'BERKA-S01', supervisor: 'BERKA-D01' },
      { cvl: 'BERKA-S02', supervisor: 'BERKA-D01' },
    ])
  })

  test('describes each movement in plain words', async () => {
    const descriptions = await queryRows('select description from journal order by idempotency_key')
    expect(descriptions.map(({ description }) => description)).toEqual([
      'Ingreso en efectivo',
      'Intereses',
      'Transferencia emitida · Recibos del hogar · banco AB, cuenta 66487163',
      'Retirada en efectivo',
      'Retirada en efectivo · Interés de demora por saldo negativo',
      'Retirada en efectivo · Comisión por extracto',
      'Transferencia recibida · Pensión · banco GH',
    ])
  })

  test('keeps loans, cards and orders beside the ledger', async () => {
    expect(
      await queryRows('select kind, amount::text, instalment::text, status from external_position order by kind'),
    ).toEqual([
      { kind: 'card', amount: null, instalment: null, status: null },
      { kind: 'loan', amount: '96396.00', instalment: '8033.00', status: 'unpaid' },
    ])
    expect(await queryRows('select amount::text, purpose, counterparty_bank from scheduled_payment')).toEqual([
      { amount: '2452.00', purpose: 'Recibos del hogar', counterparty_bank: 'YZ' },
    ])
  })

  test('audits an import with its files and no client names', async () => {
    const [first] = await queryRows(`select user_id, after from audit_event where action = 'import.berka' order by id`)
    expect(first.user_id).toBeNull()
    expect(first.after.files.at(-1)).toMatchObject({
      file: 'trans_1.asc',
      lines: 8,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(JSON.stringify(first.after)).not.toMatch(/Client/)
  })

  test('keeps changes by employees on a repeated import', async () => {
    await ownerClient.query(`update client set city = 'Madrid' where external_ref = 'berka:client:1'`)
    await runImport(createBerkaFolder().folder)
    expect(await queryRows(`select city from client where external_ref = 'berka:client:1'`)).toEqual([
      { city: 'Madrid' },
    ])
  })
})

describe('malformed movements files', () => {
  const good = formatMovementLine({ id: 201 })
  test.each(malformedMovementCases)('writes nothing and reports the line for %s', async (_, line, reason) => {
    const before = await verifyBooks()
    const last = formatMovementLine({ id: 203 })
    const report = await runImport(createBerkaFolder({ 'trans_9.asc': buildMovementsFile([good, line, last]) }).folder)
    expect(report).toMatchObject({ written: false, refusedCount: 1, added: { movements: 0 } })
    expect(report.refused).toEqual([{ file: 'trans_9.asc', line: 3, reason: expect.stringMatching(reason) }])
    expect(await verifyBooks()).toEqual(before)
  })

  const whole = buildMovementsFile([good, formatMovementLine({ id: 204, bank: 'AB', partner: '66487163' })]).trimEnd()
  test.each([3, 12, 14, 20, 40, 60])('refuses a movements file cut %i letters before its end', async (cut) => {
    const report = await runImport(createBerkaFolder({ 'trans_9.asc': whole.slice(0, -cut) }).folder)
    expect(report).toMatchObject({ written: false, refusedCount: 1 })
    expect(report.refused[0]!.line).toBe(3)
  })

  test('takes a file cut between CR and LF only with a certainly complete line', async () => {
    const ends = buildMovementsFile([formatMovementLine({ id: 206, bank: 'AB', partner: '66487163' })]).trimEnd()
    expect(await runImport(createBerkaFolder({ 'trans_9.asc': `${ends}\r` }).folder)).toMatchObject({ written: true })
    const unsure = `${buildMovementsFile([good, formatMovementLine({ id: 205, bank: 'AB' })]).trimEnd()}66\r`
    const report = await runImport(createBerkaFolder({ 'trans_9.asc': unsure }).folder)
    expect(report.refused).toEqual([{ file: 'trans_9.asc', line: 3, reason: expect.stringMatching(/cut short/) }])
  })

  test('refuses movements dated after today in the prefix’s time zone', async () => {
    const lines = [formatMovementLine({ id: 210, date: '260302' }), formatMovementLine({ id: 211, date: '260303' })]
    const { folder } = createBerkaFolder({ 'trans_9.asc': buildMovementsFile(lines) })
    // An hour before midnight in Madrid, and the next hour.
    const before = await runImport(folder, { clock: () => Date.parse('2026-03-02T22:59:59Z') })
    expect(before.refused).toEqual([{ file: 'trans_9.asc', line: 3, reason: 'the date lies in the future' }])
    expect(await runImport(folder, { clock: () => Date.parse('2026-03-02T23:00:00Z') })).toMatchObject({
      written: true,
    })
  })

  test('refuses movements whose sums exceed an account or the total, by name', async () => {
    const before = await verifyBooks()
    const most = (n: number, account: number) =>
      formatMovementLine({ id: 10_000 + n, account, amount: '9999999999999.99', balance: '9999999999999.99' })
    const one = Array.from({ length: 1001 }, (_, n) => most(n, 1))
    await expect(runImport(createBerkaFolder({ 'trans_9.asc': buildMovementsFile(one) }).folder)).rejects.toThrow(
      /^The movements of account 1 come to more than the books can hold .*nothing was written$/,
    )
    const shared = Array.from({ length: 1001 }, (_, n) => most(n, (n % 3) + 1))
    await expect(runImport(createBerkaFolder({ 'trans_9.asc': buildMovementsFile(shared) }).folder)).rejects.toThrow(
      /^All movements of trans_9.asc together come to more/,
    )
    expect(await verifyBooks()).toEqual(before)
  })

  test('takes a file that lacks only its last line end', async () => {
    const file = createBerkaFolder().write(
      'cut.asc',
      buildMovementsFile([formatMovementLine({ id: 101, amount: '700.00' })]).trimEnd(),
    )
    expect(await runImport(createBerkaFolder().folder, { movements: file })).toMatchObject({
      written: true,
      movements: 1,
    })
  })

  test.each([
    ['no header', good],
    ['another header', buildMovementsFile([good]).replace('trans_id', 'trans')],
    ['nothing', ''],
    ['bytes of a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ])('refuses a file with %s whole, even with skip', async (_, content) => {
    const before = await verifyBooks()
    const report = await runImport(createBerkaFolder({ 'trans_9.asc': content }).folder, { skip: true })
    expect(report.written).toBe(false)
    expect(report.refused[0]).toMatchObject({ file: 'trans_9.asc', line: 1 })
    expect(await verifyBooks()).toEqual(before)
  })

  test('imports good lines with skip and reports the others', async () => {
    const lines = [good, ...malformedMovementCases.map(([, line]) => line), formatMovementLine({ id: 203 })]
    const { journals } = await verifyBooks()
    const report = await runImport(createBerkaFolder({ 'trans_9.asc': buildMovementsFile(lines) }).folder, {
      skip: true,
    })
    expect(report).toMatchObject({
      written: true,
      refusedCount: malformedMovementCases.length,
      added: { movements: 2 },
    })
    expect(report.refused.map(({ line }) => line).toSorted((a, b) => a - b)).toEqual(
      malformedMovementCases.map((_, n) => n + 3),
    )
    expect(await verifyBooks()).toMatchObject({ journals: journals + 2, differences: 0 })
  })

  test('counts thousands of bad lines and reports the first thousand', async () => {
    const lines = Array.from({ length: 2500 }, (_, n) =>
      formatMovementLine({ id: 1000 + n, account: n % 2 ? 999 : 1, date: n % 2 ? '930105' : '9301' }),
    )
    const report = await runImport(createBerkaFolder({ 'trans_9.asc': buildMovementsFile(lines) }).folder)
    expect(report).toMatchObject({ written: false, refusedCount: 2500 })
    expect(report.refused).toHaveLength(1000)
  })
})

describe('malformed base files', () => {
  const { base } = createBerkaFolder()
  const replaced = (file: string, from: string, to: string) => ({ [file]: `${base[file]!.replace(from, to)}\r\n` })

  test.each<[string, Record<string, string>, RegExp]>([
    ['an account of an unknown district', replaced('account.asc', '3;2;', '3;9;'), /^district 9 is unknown$/],
    ['a disposition of an unknown client', replaced('disp.asc', '3;3;2', '3;30;2'), /^client 30 is unknown$/],
    ['two owners', replaced('disp.asc', '"DISPONENT"', '"OWNER"'), /^account 2 has another OWNER already$/],
    [
      'an account without owner',
      replaced('disp.asc', '4;4;3;"OWNER"', '4;4;3;"DISPONENT"'),
      /^no OWNER holds account 3$/,
    ],
    [
      'a client without account',
      replaced('client.asc', '4;"690811";2', '4;"690811";2\r\n5;"690811";2'),
      /^no disposition joins client 5/,
    ],
    ['a birthday that is not', replaced('client.asc', '690811', '691311'), /^birth_number is not a day/],
    ['a card without disposition', replaced('card.asc', '7;3', '7;30'), /^disposition 30 is unknown$/],
    ['a loan in an unknown state', replaced('loan.asc', '"B"', '"E"'), /^status is unknown$/],
    [
      'a client file cut in its last number',
      { 'client.asc': base['client.asc']! },
      /may be cut short; if it is whole, add a line end$/,
    ],
  ])('writes nothing from base files with %s', async (_, files, reason) => {
    const before = await verifyBooks()
    const report = await runImport(createBerkaFolder(files).folder)
    expect(report.written).toBe(false)
    expect(report.refused.map((one) => one.reason)).toContainEqual(expect.stringMatching(reason))
    expect(await verifyBooks()).toEqual(before)
  })

  test('takes districts without a last line end', async () => {
    expect(await runImport(createBerkaFolder({ 'district.asc': base['district.asc']! }).folder)).toMatchObject({
      written: true,
    })
  })

  test('names a missing file or folder', async () => {
    await expect(runImport('no-such-folder')).rejects.toThrow('no-such-folder is not a folder that can be read')
    await expect(runImport(createBerkaFolder().folder, { movements: 'none.asc' })).rejects.toThrow(
      'none.asc is not a file',
    )
  })
})

describe('interrupted import', () => {
  test('an interrupted import leaves nothing, and the same import succeeds afterwards', async () => {
    const { folder } = createBerkaFolder({
      'trans_9.asc': buildMovementsFile([formatMovementLine({ id: 301 }), formatMovementLine({ id: 302, account: 2 })]),
    })
    const before = await verifyBooks()
    // It stops at an account that somebody else holds, in the middle of posting, and is ended there.
    await ownerClient.query('begin')
    await ownerClient.query(`select from account_balance for update`)
    const broken = runImport(folder)
    const outcome = expect(broken).rejects.toThrow('The database went away; nothing was written.')
    const waiting = `select pid from pg_stat_activity where application_name = 'atalaya import' and wait_event_type = 'Lock' and datname = current_database()`
    let pid: number | undefined
    // Within a transaction the list of sessions is read once, unless it is dropped.
    while (pid === undefined) {
      await ownerClient.query('select pg_stat_clear_snapshot()')
      pid = (await ownerClient.query(waiting)).rows[0]?.pid
    }
    await ownerClient.query('select pg_terminate_backend($1)', [pid])
    await outcome
    await ownerClient.query('rollback')
    expect(await verifyBooks()).toEqual(before)

    expect((await runImport(folder)).added.movements).toBe(2)
    expect(await verifyBooks()).toMatchObject({ journals: before.journals + 2, differences: 0 })
  })
})
