import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { printAccountStatement } from '#contract/clients/client.ts'
import { countAccountStatements, exportAccountStatements } from '#contract/clients/statements.ts'
import { readPdf } from '#test/harness/read-pdf.ts'
import { unzip } from '#test/harness/read-xlsx.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

/** Goes on by a step whenever somebody asks what time it is. */
const clock = { now: Date.parse('2026-06-15T10:00:00Z'), step: 0 }
let t: Awaited<ReturnType<typeof createTestTenant>>
beforeAll(async () => {
  t = await createTestTenant('dino', () => (clock.now += clock.step))
})
afterAll(async () => {
  await t.drop()
})

const mayRange = { from: '2026-05-01', to: '2026-05-31' }
const readPdfTexts = (file: Buffer) => {
  const { pages, title } = readPdf(file)
  return { title, texts: pages.flat() }
}

test('exports one statement per active account in scope, equal to the single one', async () => {
  const mine = await t.make.employee()
  const theirs = await t.make.employee()
  const eva = await t.make.client({ name: 'Eva', surname: 'Dávila', staff: { manager: mine.id } })
  const foreign = await t.make.client({ name: 'John', surname: 'Smith', staff: { manager: theirs.id } })
  await t.owner.query(`update dino.client set idioma = 'english' where id = $1`, [foreign.id])
  const alliance = await t.make.product({ family: 'alliance' })
  const moved = await t.make.account({ clientId: eva.id })
  const held = await t.make.account({ clientId: eva.id, productId: alliance.id })
  const empty = await t.make.account({ clientId: eva.id })
  const later = await t.make.account({ clientId: eva.id })
  const other = await t.make.account({ clientId: foreign.id })
  // A number as some imported bank writes it leads to no other folder.
  await t.owner.query(`update dino.account set number = $2 where id = $1`, [held.id, '../7/<b>'])
  await t.make.movement(moved.id, '1000.00', 'contribution', '2026-05-10')
  await t.make.movement(held.id, '200.00', 'contribution', '2026-04-30')
  await t.make.movement(later.id, '5.00', 'contribution', '2026-06-01')
  await t.make.movement(other.id, '70.00', 'contribution', '2026-05-31')
  // In and out again before the days: there is nothing to tell of it.
  await t.make.movement(empty.id, '30.00', 'contribution', '2026-04-01')
  await t.make.movement(empty.id, '-30.00', 'withdrawal', '2026-04-02')

  const manager = await t.as('manager', mine.cvl)
  expect(await manager.call(countAccountStatements, { query: mayRange })).toEqual({ documents: 2, tooLong: 0 })
  const answer = await manager.send(exportAccountStatements, { query: mayRange })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'x-total-rows': '2' })
  const { rows: numbers } = await t.owner.query<{ number: string }>('select number from dino.account where id = $1', [
    moved.id,
  ])
  const files = unzip(answer.rawPayload)
  const name = `${eva.cvl}-${numbers[0]!.number}.pdf`
  expect([...files.keys()].sort()).toEqual([name, `${eva.cvl}-.._7__b_.pdf`].sort())
  const params = { clientId: eva.id, accountId: moved.id }
  const single = await manager.send(printAccountStatement, { params, query: mayRange })
  expect(readPdfTexts(files.get(name)!)).toEqual(readPdfTexts(single.rawPayload))
  expect(readPdfTexts(files.get(name)!).texts).toContain('1.000,00\u00a0€')

  const superior = await t.as('direction')
  expect(await superior.call(countAccountStatements, { query: mayRange })).toEqual({ documents: 3, tooLong: 0 })
  expect(await superior.call(countAccountStatements, { query: { ...mayRange, family: 'alliance' } })).toEqual({
    documents: 1,
    tooLong: 0,
  })
  const one = await superior.send(exportAccountStatements, { query: { ...mayRange, manager: theirs.id } })
  const [paper] = [...unzip(one.rawPayload).values()]
  expect(readPdf(paper!).title).toMatch(/^Statement of account /)
  const audited = await t.owner.query(
    `select after from dino.audit_event where action = 'clientStatements.exported' order by id`,
  )
  expect(audited.rows.map(({ after }) => after)).toEqual([
    { ...mayRange, documents: 2 },
    { ...mayRange, manager: theirs.id, documents: 1 },
  ])
})

test('refuses an empty set of statements, and invalid days with their field', async () => {
  const nobody = await t.as('manager', (await t.make.employee()).cvl)
  expect(await nobody.call(countAccountStatements, { query: mayRange })).toEqual({ documents: 0, tooLong: 0 })
  const empty = await nobody.send(exportAccountStatements, { query: mayRange })
  expect([empty.statusCode, empty.json().code]).toEqual([409, 'export.nothing'])
  const superior = await t.as('direction')
  const wrong = (query: object) =>
    superior.send(countAccountStatements, { query: { ...mayRange, ...query } as typeof mayRange })
  expect((await wrong({ to: '2026-06-16' })).json().fields).toEqual({ to: 'future' })
  expect((await wrong({ from: '2026-06-01' })).json().fields).toEqual({ to: 'too_small' })
  expect((await wrong({ from: '2026-02-30' })).statusCode).toBe(400)
  expect((await (await t.as('advisor')).send(exportAccountStatements, { query: mayRange })).statusCode).toBe(403)
})

test('leaves out and counts an account with too many movements for a statement', async () => {
  const manager = await t.make.employee()
  const client = await t.make.client({ staff: { manager: manager.id } })
  const account = await t.make.account({ clientId: client.id })
  await t.owner.query('set search_path to dino')
  await t.owner.query(
    `with j as (insert into journal (kind, booking_date, value_date, lines, idempotency_key, request_hash, source)
       values ('contribution', '2026-05-05', '2026-05-05', 5002, 'test:often', 'x', 'test') returning id)
     insert into posting (journal_id, line, ledger, account_id, amount, booking_date)
       select id, n, 3, $1::bigint, -0.01, date '2026-05-05' from j, generate_series(1, 5001) n
       union all select id, 5002, 1, null, 50.01, date '2026-05-05' from j`,
    [account.id],
  )
  const caller = await t.as('manager', manager.cvl)
  expect(await caller.call(countAccountStatements, { query: mayRange })).toEqual({ documents: 0, tooLong: 1 })
})

test('breaks off the export of statements when the user loses the right meanwhile', async () => {
  const superior = await t.as('direction')
  const other = new Client({ connectionString: t.ownerUrl })
  await other.connect()
  await other.query('begin; lock table dino.account in access exclusive mode')
  const pendingResponse = t
    .callerWith(superior.token, { 'x-progress': 'frames' })
    .send(exportAccountStatements, { query: mayRange })
  const answer = pendingResponse.then(({ body }) => body)
  const countWaitingLocks = async () =>
    (
      await t.owner.query(
        `select from pg_locks where not granted and mode = 'AccessShareLock' and relation = 'dino.account'::regclass`,
      )
    ).rowCount
  await expect.poll(countWaitingLocks).toBe(1)
  await t.owner.query(`update registry.membership set role = 'advisor' where user_id = $1`, [superior.userId])
  clock.step = 1001
  await other.end()
  expect(await answer).toMatch(/\{"status":403,"code":"permission.missing"\}$/)
  clock.step = 0
})
