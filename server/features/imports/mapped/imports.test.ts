import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rejectChangeRequest } from '#contract/approvals.ts'
import { discardImport, submitImport, undoImport } from '#contract/imports.ts'
import { ledgers } from '#rules/ledgers.ts'
import { hostileStrings } from '#test/fixtures/hostile-strings.ts'
import { createImportFixture, today } from './test-imports.ts'

type Firm = Awaited<ReturnType<typeof createImportFixture>>
let fixture: Firm
beforeAll(async () => {
  fixture = await createImportFixture()
})
afterAll(() => fixture.t.drop())

const buildExpectedError = (status: number, code: string) => expect.objectContaining({ status, code })

describe('files of movements', () => {
  test('recognises and checks a file, and books it once a second person approves', async () => {
    await fixture.t.owner.query(
      `insert into dino.setting (key, value) values ('notices.on', '["contribution", "payment", "maturity"]')`,
    )
    const one = await fixture.account()
    const two = await fixture.account()
    const id = await fixture.upload(
      [
        'Cuenta;Fecha;Importe;Tipo;Concepto;Referencia',
        `${one.number};03/02/2026;1.000,00;Aportación;"Alta; primera";M-1`,
        `${two.number.replaceAll('-', ' ')};04/02/2026;2.500,50;Ingreso;;M-2`,
        `${one.number};05/03/2026;-250,25;Retirada;Caja;M-3`,
        `${one.number};06/03/2026;3,00;Comisión;;M-4`,
      ].join('\r\n'),
    )
    expect(await fixture.detail(id)).toMatchObject({
      state: 'draft',
      form: { delimiter: ';', decimal: ',', dates: 'dmy', encoding: 'utf-8' },
      mapping: { account: 0, bookingDate: 1, amount: 2, kind: 3, description: 4, reference: 5 },
    })
    expect(await fixture.check(id)).toMatchObject({
      state: 'checked',
      rows: 4,
      wrong: 0,
      known: 0,
      fresh: 4,
      amount: '3247.25',
      accounts: 2,
      fromDate: '2026-02-03',
      toDate: '2026-03-06',
      sums: [
        { word: 'contribution', rows: 2, amount: '3500.50' },
        { word: 'fee', rows: 1, amount: '-3.00' },
        { word: 'withdrawal', rows: 1, amount: '-250.25' },
      ],
    })
    expect(await fixture.balanceOf(one.id)).toBe('0.00')
    const { approvalId, state } = await fixture.submit(id)
    expect([state, (await fixture.detail(id)).state]).toEqual(['pending', 'waiting'])
    await fixture.run()
    expect(await fixture.balanceOf(one.id)).toBe('0.00')
    await fixture.letGo(approvalId)
    await fixture.run()
    expect(fixture.failures).toEqual([])
    expect(await fixture.detail(id)).toMatchObject({ state: 'imported', done: 4, failure: null })
    expect([await fixture.balanceOf(one.id), await fixture.balanceOf(two.id)]).toEqual(['746.75', '2500.50'])
    const rows = await fixture.rows(id)
    expect(rows[0]).toMatchObject({
      line: 2,
      description: 'Alta; primera',
      amount: '1000.00',
      bookingDate: '2026-02-03',
    })
    expect(rows.every(({ journalId }) => journalId !== null)).toBe(true)
    expect(await fixture.differences()).toBe(0)
    // A firm that tells its clients of what comes in tells nobody of what a file brings.
    expect((await fixture.t.owner.query('select from dino.client_notice')).rowCount).toBe(0)
  })

  test('books each movement once across repeated files, orders and interrupted workers', async () => {
    const one = await fixture.account()
    const head = 'cuenta,fecha,importe,tipo'
    const lines = ['2026-01-10,100.00,aporte', '2026-01-11,-40.00,retirada', '2026-01-12,7.50,aporte'].map(
      (rest) => `${one.number},${rest}`,
    )
    await fixture.imported([head, ...lines].join('\n'))
    expect(await fixture.balanceOf(one.id)).toBe('67.50')
    const again = await fixture.upload([head, ...lines.toReversed(), `${one.number},2026-01-13,1.00,aporte`].join('\n'))
    expect(await fixture.check(again)).toMatchObject({
      rows: 4,
      known: 3,
      fresh: 1,
      amount: '1.00',
      sums: [{ rows: 1 }],
    })
    const { approvalId } = await fixture.submit(again)
    await fixture.letGo(approvalId)
    // Two workers at once, and one that dies before it commits: what it wrote goes with it.
    await fixture.t.db
      .transaction()
      .execute(async (tx) => {
        await tx.updateTable('mappedImport').set({ state: 'imported' }).where('id', '=', again).execute()
        throw new Error('killed')
      })
      .catch(() => {})
    await Promise.all([fixture.run(), fixture.run()])
    await fixture.run()
    expect(await fixture.balanceOf(one.id)).toBe('68.50')
    expect((await fixture.detail(again)).state).toBe('imported')
    expect(await fixture.differences()).toBe(0)
  })

  test('notifies responsible users once after repeated failures, and finishes the import later', async () => {
    const one = await fixture.account()
    const id = await fixture.upload(`cuenta,fecha,importe,tipo\n${one.number},2026-01-20,9.00,aporte`)
    await fixture.check(id)
    await fixture.letGo((await fixture.submit(id)).approvalId)
    await fixture.t.owner.query(`
      create function dino.trip() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
      create trigger trip before update on dino.mapped_import for each row when (new.state = 'imported') execute function dino.trip()`)
    const findNotifications = async () =>
      (
        await fixture.t.owner.query(
          `select user_id::text as id, params, link from registry.notification where kind = 'import.stalled' order by user_id`,
        )
      ).rows
    expect(await fixture.run(1)).toBe(1)
    expect(fixture.failures).toMatchObject([{ message: 'no room' }])
    expect(await fixture.balanceOf(one.id)).toBe('0.00')
    expect([await findNotifications(), (await fixture.detail(id)).stalled]).toEqual([[], false])
    await fixture.run(2)
    await fixture.run(3)
    expect(fixture.failures).toHaveLength(3)
    expect(await fixture.detail(id)).toMatchObject({ state: 'importing', stalled: true, failure: null })
    const people = (await findNotifications()).map((row) => row.id)
    expect(people).toEqual(expect.arrayContaining([fixture.admin.userId, fixture.direction.userId]))
    const notice = { params: { who: id, file: 'movimientos.csv' }, link: `/crm/Importar/${id}` }
    expect(await findNotifications()).toEqual([...new Set(people)].map((userId) => ({ id: userId, ...notice })))
    await fixture.t.owner.query('drop trigger trip on dino.mapped_import; drop function dino.trip()')
    expect(await fixture.run(4)).toBe(0)
    expect(await fixture.detail(id)).toMatchObject({ state: 'imported', stalled: false, failure: null })
    expect(await fixture.balanceOf(one.id)).toBe('9.00')
    fixture.failures.length = 0
  })

  test('reports the fault of each row, and books the others only on request', async () => {
    const one = await fixture.account({ balance: '100.00' })
    const paysOut = await fixture.account({ productId: (await fixture.t.make.product({ payout: 'monthly' })).id })
    const over = await fixture.account({ status: 'canceled', openedOn: '2024-02-01' })
    const id = await fixture.upload(
      [
        'Account number;Date;Amount;Type;Value date;Description;Reference',
        `${one.number};2026-06-16;1,00;deposit;;;`,
        `${one.number};2023-06-16;1,00;deposit;;;`,
        `${one.number};2026-02-30;1,00;deposit;;;`,
        `${one.number};2026-03-01;1,005;deposit;;;`,
        `${one.number};2026-03-01;0,00;deposit;;;`,
        `${one.number};2026-03-01;-5,00;deposit;;;`,
        `${one.number};2026-03-01;5,00;whatever;;;`,
        `ZZ-99;2026-03-01;5,00;deposit;;;`,
        `${over.number};2026-03-01;5,00;deposit;;;`,
        `${paysOut.number};2026-03-01;5,00;interest;;;`,
        `${one.number};2026-03-01;500,00;withdrawal;;;`,
        `${one.number};2026-03-02;5,00;deposit;;"not closed;`,
        `${one.number};2026-03-02;5,00;deposit;`,
        `;2026-03-02;5,00;deposit;;;`,
        `${one.number};2026-03-03;8,00;deposit;;same;`,
        `${one.number};2026-03-03;8,00;deposit;;same;`,
        `${one.number};2026-03-03;9,00;deposit;;;R-1`,
        `${one.number};2026-03-03;9,10;deposit;;;R-1`,
        `${one.number};2026-03-04;10,00;deposit;2026-03-01;good;`,
      ].join('\n'),
    )
    expect(await fixture.check(id)).toMatchObject({ rows: 19, wrong: 17, fresh: 2, known: 0 })
    const findNotifications = (await fixture.faults(id)).map(
      ({ line, field, fault }) => `${line} ${field ?? '-'} ${fault}`,
    )
    expect(findNotifications).toEqual([
      '2 bookingDate future',
      '3 bookingDate beforeOpening',
      '4 bookingDate date',
      '5 amount amount',
      '6 amount zero',
      '7 amount sign',
      '8 kind word',
      '9 account account',
      '10 account notActive',
      '11 kind kindNotForProduct',
      '12 amount overdrawn',
      '13 - quotes',
      '14 - columns',
      '15 account missing',
      '17 reference repeated',
      '18 reference differs',
      '19 reference differs',
    ])
    expect((await fixture.faults(id)).find(({ line }) => line === 12)).toMatchObject({ value: '500,00' })
    await expect(fixture.submit(id)).rejects.toEqual(buildExpectedError(409, 'import.wrongRows'))
    const { approvalId } = await fixture.submit(id, true)
    await fixture.letGo(approvalId)
    await fixture.run()
    expect(await fixture.balanceOf(one.id)).toBe('118.00')
  })

  test('returns an import to its maker when the books have changed meanwhile', async () => {
    const one = await fixture.account({ balance: '100.00' })
    const id = await fixture.upload(
      `cuenta;fecha;importe\n${one.number};2026-05-04;-80,00\n${one.number};2026-05-05;5,00`,
    )
    await fixture.check(id)
    const { approvalId } = await fixture.submit(id)
    await fixture.t.make.movement(one.id, '-60.00', 'withdrawal', '2026-05-01')
    await fixture.letGo(approvalId)
    await fixture.run()
    expect(await fixture.detail(id)).toMatchObject({
      state: 'checked',
      failure: 'import.booksMoved',
      fresh: 1,
      wrong: 1,
      done: 0,
    })
    expect(await fixture.faults(id)).toMatchObject([{ line: 2, fault: 'overdrawn' }])
    expect(await fixture.balanceOf(one.id)).toBe('40.00')
  })

  test('only its maker checks an import, which can be rejected and discarded', async () => {
    const one = await fixture.account()
    const id = await fixture.upload(`cuenta;fecha;importe\n${one.number};2026-05-04;80,00`)
    const { checkedAt } = await fixture.check(id)
    const other = await fixture.t.as('admin')
    await expect(fixture.check(id, other)).rejects.toEqual(buildExpectedError(409, 'import.notYours'))
    const body = { checkedAt: '2020-01-01T00:00:00Z', leaveOut: false, reason: 'Otra cosa' }
    await expect(fixture.admin.call(submitImport, { params: { importId: id }, body })).rejects.toEqual(
      buildExpectedError(409, 'conflict.changed'),
    )
    expect(checkedAt).not.toBeNull()
    const { approvalId } = await fixture.submit(id)
    await expect(fixture.check(id)).rejects.toEqual(buildExpectedError(409, 'import.tooLate'))
    await fixture.direction.call(rejectChangeRequest, {
      params: { approvalId: approvalId! },
      body: { reason: 'Falta el extracto' },
    })
    expect(await fixture.detail(id)).toMatchObject({ state: 'checked', hasFile: true })
    // One whose file isn't kept is not read anew, only given up.
    await fixture.t.db.updateTable('mappedImport').set({ fileId: null }).where('id', '=', id).execute()
    await expect(fixture.check(id)).rejects.toEqual(buildExpectedError(409, 'import.tooLate'))
    expect(await fixture.admin.call(discardImport, { params: { importId: id } })).toEqual({ state: 'discarded' })
    expect(await fixture.rows(id)).toEqual([])
  })
})

describe('undone imports', () => {
  const text = (number: string) =>
    `cuenta;fecha;importe;referencia\n${number};2026-04-01;100,00;U-${number}\n${number};2026-04-02;-30,00;V-${number}`
  const undo = (importId: string) =>
    fixture.admin.call(undoImport, { params: { importId }, body: { reason: 'Fichero equivocado' } })

  test('reverses every journal of an import and allows the same file again', async () => {
    const one = await fixture.account()
    const id = await fixture.imported(text(one.number))
    expect(await fixture.balanceOf(one.id)).toBe('70.00')
    const { approvalId } = await undo(id)
    await expect(undo(id)).rejects.toEqual(buildExpectedError(409, 'import.undoWaits'))
    await fixture.letGo(approvalId)
    await fixture.run()
    expect(await fixture.detail(id)).toMatchObject({ state: 'undone', failure: null })
    expect(await fixture.balanceOf(one.id)).toBe('0.00')
    expect((await fixture.rows(id)).map(({ reversed }) => reversed)).toEqual([true, true])
    const reversals = await fixture.t.db
      .selectFrom('journal')
      .where('source', '=', 'reversal')
      .select(['bookingDate', 'valueDate'])
      .orderBy('id')
      .execute()
    expect(reversals).toEqual([
      { bookingDate: today, valueDate: '2026-04-01' },
      { bookingDate: today, valueDate: '2026-04-02' },
    ])
    await fixture.imported(text(one.number))
    expect(await fixture.balanceOf(one.id)).toBe('70.00')
    expect(await fixture.differences()).toBe(0)
  })

  test('refuses to undo an import when its money is gone, naming the account', async () => {
    const one = await fixture.account()
    const id = await fixture.imported(text(one.number))
    await fixture.t.make.movement(one.id, '-50.00', 'withdrawal', '2026-05-01')
    await expect(undo(id)).rejects.toMatchObject({
      status: 409,
      code: 'account.overdrawn',
      fields: { account: one.number },
    })
    expect(await fixture.balanceOf(one.id)).toBe('20.00')
  })
})

describe('scope of an import', () => {
  test('a manager imports only to accounts in scope and sees no other imports', async () => {
    const employee = await fixture.t.make.employee()
    const manager = await fixture.t.as('manager', employee.cvl)
    await fixture.t.owner.query(
      `insert into dino.role_grant (role, module, actions, scope) values ('manager', 'bt_Importar', '{view,create,export}', 'own')`,
    )
    const mine = await fixture.account({
      clientId: (await fixture.t.make.client({ staff: { manager: employee.id } })).id,
    })
    const theirs = await fixture.account()
    const id = await fixture.upload(
      `cuenta;fecha;importe\n${mine.number};2026-05-04;80,00\n${theirs.number};2026-05-04;80,00\nXX-1;2026-05-04;80,00`,
      'movements',
      manager,
    )
    expect(await fixture.check(id, manager)).toMatchObject({ fresh: 1, wrong: 2 })
    expect((await fixture.faults(id)).map(({ line, fault }) => [line, fault])).toEqual([
      [3, 'account'],
      [4, 'account'],
    ])
    const admins = await fixture.upload(`cuenta;fecha;importe\n${mine.number};2026-05-05;80,00`)
    await expect(fixture.detail(admins, manager)).rejects.toEqual(buildExpectedError(404, 'notFound'))
    await expect(fixture.check(admins, manager)).rejects.toEqual(buildExpectedError(404, 'notFound'))
  })
})

test('hostile texts go through an import unchanged', async () => {
  const one = await fixture.account()
  const naughty = hostileStrings.filter((text) => text.length <= 500 && text.trim() !== '' && !text.includes('\0'))
  const lines = naughty.map((text, n) => `${one.number};2026-05-04;1,00;"${text.replaceAll('"', '""')}";B-${n}`)
  const id = await fixture.imported(['cuenta;fecha;importe;concepto;referencia', ...lines].join('\n'))
  expect(await fixture.detail(id)).toMatchObject({ state: 'imported', wrong: 0, fresh: naughty.length })
  const kept = await fixture.t.db
    .selectFrom('journal as j')
    .innerJoin('posting as p', 'p.journalId', 'j.id')
    .where('p.accountId', '=', one.id)
    .select('j.description')
    .execute()
  expect(kept.map(({ description }) => description).sort()).toEqual(naughty.toSorted())
})

test('any order of its rows gives a file the same books', async () => {
  const amounts = fc.array(fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: -5000, max: 9000 })), {
    minLength: 2,
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(amounts, fc.infiniteStream(fc.nat()), async (rows, shuffle) => {
      const lines = rows.filter(([, cents]) => cents !== 0)
      const order = lines.map((row) => ({ row, at: shuffle.next().value as number })).sort((a, b) => a.at - b.at)
      const imported = async (some: readonly (readonly [number, number])[], refs: readonly number[]) => {
        const { id, number } = await fixture.account({ balance: '50.00' })
        const text = some.map(
          ([day, cents], n) =>
            `${number};2026-04-${String(day).padStart(2, '0')};${(cents / 100).toFixed(2).replace('.', ',')};${number}/${refs[n]}`,
        )
        const importId = await fixture.upload(['cuenta;fecha;importe;referencia', ...text].join('\n'))
        const { fresh } = await fixture.check(importId)
        if (fresh) {
          await fixture.letGo((await fixture.submit(importId, true)).approvalId)
          await fixture.run()
        }
        const { rows: posted } = await fixture.t.owner.query(
          `select p.booking_date::text as day, -p.amount as amount from dino.posting p where p.account_id = $1 and p.ledger = ${ledgers.capital} order by 1, p.journal_id`,
          [id],
        )
        return { fresh, posted, balance: await fixture.balanceOf(id) }
      }
      const there = await imported(
        lines,
        lines.map((_, n) => n),
      )
      const back = await imported(
        order.map(({ row }) => row),
        order.map(({ row }) => lines.indexOf(row)),
      )
      expect(back).toEqual(there)
    }),
    { numRuns: 6, seed: 11 },
  )
  expect(fixture.failures).toEqual([])
  expect(await fixture.differences()).toBe(0)
})
