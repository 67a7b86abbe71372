import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { undoImport } from '#contract/imports.ts'
import { ignoreProgress } from '#db/progress.ts'
import { ledgers } from '#rules/ledgers.ts'
import { holdLock } from '#test/harness/hold-lock.ts'
import { startTestProcess } from '#test/harness/test-process.ts'
import { importFile } from './import-file.ts'
import { createImportFixture, today } from './test-imports.ts'

type Firm = Awaited<ReturnType<typeof createImportFixture>>
let fixture: Firm
const tempFiles: string[] = []
let workerProcesses: ReturnType<typeof startWorkerProcess>[]
beforeAll(async () => {
  fixture = await createImportFixture()
  // What starting the processes costs is paid at once, while other tests run.
  workerProcesses = [startWorkerProcess(), startWorkerProcess(), startWorkerProcess(), startWorkerProcess()]
})
afterAll(async () => {
  await Promise.all(workerProcesses.map((one) => one.kill()))
  for (const path of tempFiles) rmSync(path, { force: true })
  await fixture.t.drop()
})

const writeCsvFile = (text: string): string => {
  const path = join(tmpdir(), `${randomUUID()}.csv`)
  writeFileSync(path, text)
  tempFiles.push(path)
  return path
}

type ImportFileOptions = Partial<Parameters<typeof importFile>[0]>
const runImportFile = (text: string, options: ImportFileOptions = {}) =>
  importFile({
    ownerUrl: fixture.t.ownerUrl,
    secret: fixture.t.secret,
    prefix: 'dino',
    progress: ignoreProgress,
    kind: 'movements',
    form: {},
    asked: {},
    skip: false,
    dryRun: false,
    clock: () => Date.parse(`${today}T10:00:00Z`),
    path: writeCsvFile(text),
    ...options,
  })

describe('imports by command line', () => {
  test('reports a file in a dry run and imports it once without a user', async () => {
    const one = await fixture.account()
    const text = `Nº;Día;Euros;Qué\n${one.number};03/02/2026;1.000,00;Aportación\n${one.number};04/02/2026;-40,00;Retirada\n`
    await expect(runImportFile(text)).rejects.toThrow(
      'No column is known to be account: say which with --mapping. The columns are: Nº, Día',
    )
    const mappingOptions = { mapping: 'account=nº, bookingDate=2,amount=Euros,kind=4' }
    const dry = await runImportFile(text, { asked: mappingOptions, dryRun: true })
    expect(dry).toMatchObject({
      accepted: true,
      written: false,
      importId: null,
      rows: 2,
      fresh: 2,
      known: 0,
      amount: '960.00',
      refusedCount: 0,
      mapping: { account: 'Nº', bookingDate: 'Día', amount: 'Euros', kind: 'Qué' },
      sums: [{ word: 'contribution', rows: 1, amount: '1000.00' }, { word: 'withdrawal' }],
    })
    expect([
      await fixture.balanceOf(one.id),
      (await fixture.t.db.selectFrom('mappedImport').select('id').execute()).length,
    ]).toEqual(['0.00', 0])
    const done = await runImportFile(text, { asked: mappingOptions })
    expect(done).toMatchObject({ accepted: true, written: true, fresh: 2 })
    expect(await fixture.balanceOf(one.id)).toBe('960.00')
    expect(await fixture.detail(done.importId!)).toMatchObject({
      state: 'imported',
      done: 2,
      makerName: null,
      mine: false,
    })
    const { rows } = await fixture.t.owner.query(
      `select action, user_id, after ->> 'rows' as rows from dino.audit_event where entity = 'mappedImport' order by id`,
    )
    expect(rows).toEqual([{ action: 'mappedImport.byCommand', user_id: null, rows: '2' }])
    // Read as before, by its headings and by its number; and in the books already.
    for (const again of [await runImportFile(text), await runImportFile(text, { asked: { like: done.importId! } })])
      expect(again).toMatchObject({ accepted: true, written: false, known: 2, fresh: 0 })
    expect(await fixture.balanceOf(one.id)).toBe('960.00')
    expect(await fixture.differences()).toBe(0)
    // What was imported so is undone as any other.
    const { approvalId } = await fixture.admin.call(undoImport, {
      params: { importId: done.importId! },
      body: { reason: 'De otra firma' },
    })
    await fixture.letGo(approvalId)
    await fixture.run()
    expect(await fixture.balanceOf(one.id)).toBe('0.00')
  })

  test('refuses a file with line and reason, or skips its faulty rows on request', async () => {
    const one = await fixture.account()
    const text = `cuenta;fecha;importe\n${one.number};2026-03-01;1,005\nZZ-9;2026-03-01;5,00\n${one.number};2026-03-02;7,00`
    const path = writeCsvFile(text)
    const refused = await runImportFile(text, { path })
    expect(refused).toMatchObject({ accepted: false, written: false, fresh: 1, refusedCount: 2 })
    expect(refused.refused.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '2 Amount "1,005": Invalid amount: two decimals at most',
      expect.stringMatching(/^3 Account "ZZ-9": There is no account with that number/),
    ])
    expect(path.endsWith(refused.refused[0]!.file)).toBe(true)
    expect(await fixture.balanceOf(one.id)).toBe('0.00')
    expect(await runImportFile(text, { skip: true })).toMatchObject({
      accepted: true,
      written: true,
      fresh: 1,
      refusedCount: 2,
    })
    expect(await fixture.balanceOf(one.id)).toBe('7.00')
  })

  test.each([
    [{ mapping: 'account=cuenta,price=importe' }, 'knows no field "price"'],
    [
      { mapping: 'account=cuenta,amount=nothing' },
      'No column is called "nothing". The columns are: cuenta, fecha, importe',
    ],
    [{ mapping: 'account=cuenta,amount=cuenta' }, 'twice'],
    [{ mapping: 'account' }, 'is not FIELD=COLUMN'],
    [{ like: '999999' }, 'There is no import 999999 of movements'],
  ])('refuses a file with a wrong column mapping (%o)', async (mappingOptions, message) => {
    await expect(runImportFile('cuenta;fecha;importe\nA;2026-03-01;1,00', { asked: mappingOptions })).rejects.toThrow(
      message,
    )
  })
})

/** A worker in a process of its own that begins when it is told to. */
const startWorkerProcess = () => {
  const { child, kill } = startTestProcess(new URL('test-import-process.ts', import.meta.url), {
    env: { OWNER_URL: fixture.t.ownerUrl, SECRET: fixture.t.secret, TODAY: today },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  return { begin: () => child.stdin?.write('go'), kill }
}

test('an import whose worker is killed anywhere is booked once, and undone once', async () => {
  const accounts = await Promise.all(Array.from({ length: 5 }, () => fixture.account()))
  const lines = accounts.flatMap(({ number }) =>
    Array.from(
      { length: 40 },
      (_, n) => `${number};2026-03-${String((n % 28) + 1).padStart(2, '0')};${n % 4 === 3 ? '-' : ''}10,${10 + n}`,
    ),
  )
  const id = await fixture.upload(['cuenta;fecha;importe', ...lines].join('\n'))
  const { amount } = await fixture.check(id)
  await fixture.letGo((await fixture.submit(id)).approvalId)
  const books = async () =>
    (
      await fixture.t.owner.query(
        `select count(*)::int as journals, count(distinct j.idempotency_key)::int as keys, coalesce(sum(-p.amount), 0)::text as amount
           from dino.journal j join dino.posting p on p.journal_id = j.id and p.ledger = ${ledgers.capital} where j.idempotency_key like $1`,
        [`import:${id}:%`],
      )
    ).rows[0]
  /** Until the database has noticed that its client is gone. */
  const untilGone = () =>
    expect
      .poll(
        async () =>
          (
            await fixture.t.owner.query(
              `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
            )
          ).rowCount,
      )
      .toBe(0)
  const killedAt = async (place: string, state: string) => {
    const held = await holdLock(fixture.t.ownerUrl, place)
    const one = workerProcesses.pop()!
    one.begin()
    await held.reached()
    await one.kill()
    await held.release()
    await untilGone()
    expect((await fixture.detail(id)).state).toBe(state)
  }
  const last = accounts.at(-1)!
  for (const place of [
    // Before the first posting, after the last, and where the client list is made right.
    `select from account_balance where account_id = ${last.id} for update`,
    `select from mapped_import where id = ${id} for update`,
    `select from client_list where client_id = ${last.clientId} for update`,
  ]) {
    await killedAt(place, 'importing')
    expect(await books()).toEqual({ journals: 0, keys: 0, amount: '0' })
  }
  await Promise.all([fixture.run(), fixture.run()])
  await fixture.run()
  expect(fixture.failures).toEqual([])
  expect([(await fixture.detail(id)).state, await books()]).toEqual(['imported', { journals: 200, keys: 200, amount }])
  const { approvalId } = await fixture.admin.call(undoImport, {
    params: { importId: id },
    body: { reason: 'No era así' },
  })
  await fixture.letGo(approvalId)
  await killedAt(`select from client_list where client_id = ${last.clientId} for update`, 'undoing')
  await fixture.run()
  await fixture.run()
  expect((await fixture.detail(id)).state).toBe('undone')
  const { rows } = await fixture.t.owner.query(
    `select count(*)::int as n from dino.journal where reverses_id is not null and idempotency_key like 'reversal:%' and reverses_id in (select id from dino.journal where idempotency_key like 'import:${id}:%')`,
  )
  expect([rows[0].n, await fixture.balanceOf(last.id), await fixture.differences()]).toEqual([200, '0.00', 0])
}, 60_000)
