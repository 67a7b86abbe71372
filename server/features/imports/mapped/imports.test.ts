import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reject } from '#contract/approvals.ts'
import { discardImport, submitImport, undoImport } from '#contract/imports.ts'
import { ledgers } from '#rules/ledgers.ts'
import { hostileStrings } from '#test/fixtures/hostile-strings.ts'
import { firmOfImports, today } from './test-imports.ts'

type Firm = Awaited<ReturnType<typeof firmOfImports>>
let f: Firm
beforeAll(async () => {
  f = await firmOfImports()
})
afterAll(() => f.t.drop())

const refused = (status: number, code: string) => expect.objectContaining({ status, code })

describe('files of movements', () => {
  test('recognises and checks a file, and books it once a second person approves', async () => {
    await f.t.owner.query(
      `insert into dino.setting (key, value) values ('notices.on', '["contribution", "payment", "maturity"]')`,
    )
    const [one, two] = [await f.account(), await f.account()]
    const id = await f.upload(
      [
        'Cuenta;Fecha;Importe;Tipo;Concepto;Referencia',
        `${one.number};03/02/2026;1.000,00;Aportación;"Alta; primera";M-1`,
        `${two.number.replaceAll('-', ' ')};04/02/2026;2.500,50;Ingreso;;M-2`,
        `${one.number};05/03/2026;-250,25;Retirada;Caja;M-3`,
        `${one.number};06/03/2026;3,00;Comisión;;M-4`,
      ].join('\r\n'),
    )
    expect(await f.detail(id)).toMatchObject({
      state: 'draft',
      form: { delimiter: ';', decimal: ',', dates: 'dmy', encoding: 'utf-8' },
      mapping: { account: 0, bookingDate: 1, amount: 2, kind: 3, description: 4, reference: 5 },
    })
    expect(await f.check(id)).toMatchObject({
      ...{ state: 'checked', rows: 4, wrong: 0, known: 0, fresh: 4, amount: '3247.25', accounts: 2 },
      ...{ fromDate: '2026-02-03', toDate: '2026-03-06' },
      sums: [
        { word: 'contribution', rows: 2, amount: '3500.50' },
        { word: 'fee', rows: 1, amount: '-3.00' },
        { word: 'withdrawal', rows: 1, amount: '-250.25' },
      ],
    })
    expect(await f.balanceOf(one.id)).toBe('0.00')
    const { approvalId, state } = await f.submit(id)
    expect([state, (await f.detail(id)).state]).toEqual(['pending', 'waiting'])
    await f.run()
    expect(await f.balanceOf(one.id)).toBe('0.00')
    await f.letGo(approvalId)
    await f.run()
    expect(f.failures).toEqual([])
    expect(await f.detail(id)).toMatchObject({ state: 'imported', done: 4, failure: null })
    expect([await f.balanceOf(one.id), await f.balanceOf(two.id)]).toEqual(['746.75', '2500.50'])
    const rows = await f.rows(id)
    expect(rows[0]).toMatchObject({
      line: 2,
      description: 'Alta; primera',
      amount: '1000.00',
      bookingDate: '2026-02-03',
    })
    expect(rows.every(({ journalId }) => journalId !== null)).toBe(true)
    expect(await f.differences()).toBe(0)
    // A firm that tells its clients of what comes in tells nobody of what a file brings.
    expect((await f.t.owner.query('select from dino.client_notice')).rowCount).toBe(0)
  })

  test('books each movement once across repeated files, orders and interrupted workers', async () => {
    const one = await f.account()
    const head = 'cuenta,fecha,importe,tipo'
    const lines = ['2026-01-10,100.00,aporte', '2026-01-11,-40.00,retirada', '2026-01-12,7.50,aporte'].map(
      (rest) => `${one.number},${rest}`,
    )
    await f.imported([head, ...lines].join('\n'))
    expect(await f.balanceOf(one.id)).toBe('67.50')
    const again = await f.upload([head, ...lines.toReversed(), `${one.number},2026-01-13,1.00,aporte`].join('\n'))
    expect(await f.check(again)).toMatchObject({ rows: 4, known: 3, fresh: 1, amount: '1.00', sums: [{ rows: 1 }] })
    const { approvalId } = await f.submit(again)
    await f.letGo(approvalId)
    // Two workers at once, and one that dies before it commits: what it wrote goes with it.
    await f.t.db
      .transaction()
      .execute(async (tx) => {
        await tx.updateTable('mappedImport').set({ state: 'imported' }).where('id', '=', again).execute()
        throw new Error('killed')
      })
      .catch(() => {})
    await Promise.all([f.run(), f.run()])
    await f.run()
    expect(await f.balanceOf(one.id)).toBe('68.50')
    expect((await f.detail(again)).state).toBe('imported')
    expect(await f.differences()).toBe(0)
  })

  test('notifies responsible users once after repeated failures, and finishes the import later', async () => {
    const one = await f.account()
    const id = await f.upload(`cuenta,fecha,importe,tipo\n${one.number},2026-01-20,9.00,aporte`)
    await f.check(id)
    await f.letGo((await f.submit(id)).approvalId)
    await f.t.owner.query(`
      create function dino.trip() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
      create trigger trip before update on dino.mapped_import for each row when (new.state = 'imported') execute function dino.trip()`)
    const told = async () =>
      (
        await f.t.owner.query(
          `select user_id::text as id, params, link from registry.notification where kind = 'import.stalled' order by user_id`,
        )
      ).rows
    expect(await f.run(1)).toBe(1)
    expect(f.failures).toMatchObject([{ message: 'no room' }])
    expect(await f.balanceOf(one.id)).toBe('0.00')
    expect([await told(), (await f.detail(id)).stalled]).toEqual([[], false])
    await f.run(2)
    await f.run(3)
    expect(f.failures).toHaveLength(3)
    expect(await f.detail(id)).toMatchObject({ state: 'importing', stalled: true, failure: null })
    const people = (await told()).map((row) => row.id)
    expect(people).toEqual(expect.arrayContaining([f.admin.userId, f.direction.userId]))
    const notice = { params: { who: id, file: 'movimientos.csv' }, link: `/crm/Importar/${id}` }
    expect(await told()).toEqual([...new Set(people)].map((userId) => ({ id: userId, ...notice })))
    await f.t.owner.query('drop trigger trip on dino.mapped_import; drop function dino.trip()')
    expect(await f.run(4)).toBe(0)
    expect(await f.detail(id)).toMatchObject({ state: 'imported', stalled: false, failure: null })
    expect(await f.balanceOf(one.id)).toBe('9.00')
    f.failures.length = 0
  })

  test('reports the fault of each row, and books the others only on request', async () => {
    const [one, paysOut, over] = [
      await f.account({ balance: '100.00' }),
      await f.account({ productId: (await f.t.make.product({ payout: 'monthly' })).id }),
      await f.account({ status: 'canceled', openedOn: '2024-02-01' }),
    ]
    const id = await f.upload(
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
    expect(await f.check(id)).toMatchObject({ rows: 19, wrong: 17, fresh: 2, known: 0 })
    const told = (await f.faults(id)).map(({ line, field, fault }) => `${line} ${field ?? '-'} ${fault}`)
    expect(told).toEqual([
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
    expect((await f.faults(id)).find(({ line }) => line === 12)).toMatchObject({ value: '500,00' })
    await expect(f.submit(id)).rejects.toEqual(refused(409, 'import.wrongRows'))
    const { approvalId } = await f.submit(id, true)
    await f.letGo(approvalId)
    await f.run()
    expect(await f.balanceOf(one.id)).toBe('118.00')
  })

  test('returns an import to its maker when the books have changed meanwhile', async () => {
    const one = await f.account({ balance: '100.00' })
    const id = await f.upload(`cuenta;fecha;importe\n${one.number};2026-05-04;-80,00\n${one.number};2026-05-05;5,00`)
    await f.check(id)
    const { approvalId } = await f.submit(id)
    await f.t.make.movement(one.id, '-60.00', 'withdrawal', '2026-05-01')
    await f.letGo(approvalId)
    await f.run()
    expect(await f.detail(id)).toMatchObject({
      state: 'checked',
      failure: 'import.booksMoved',
      fresh: 1,
      wrong: 1,
      done: 0,
    })
    expect(await f.faults(id)).toMatchObject([{ line: 2, fault: 'overdrawn' }])
    expect(await f.balanceOf(one.id)).toBe('40.00')
  })

  test('only its maker checks an import, which can be rejected and discarded', async () => {
    const one = await f.account()
    const id = await f.upload(`cuenta;fecha;importe\n${one.number};2026-05-04;80,00`)
    const { checkedAt } = await f.check(id)
    const other = await f.t.as('admin')
    await expect(f.check(id, other)).rejects.toEqual(refused(409, 'import.notYours'))
    const body = { checkedAt: '2020-01-01T00:00:00Z', leaveOut: false, reason: 'Otra cosa' }
    await expect(f.admin.call(submitImport, { params: { importId: id }, body })).rejects.toEqual(
      refused(409, 'conflict.changed'),
    )
    expect(checkedAt).not.toBeNull()
    const { approvalId } = await f.submit(id)
    await expect(f.check(id)).rejects.toEqual(refused(409, 'import.tooLate'))
    await f.direction.call(reject, { params: { approvalId: approvalId! }, body: { reason: 'Falta el extracto' } })
    expect(await f.detail(id)).toMatchObject({ state: 'checked', hasFile: true })
    // One whose file isn't kept is not read anew, only given up.
    await f.t.db.updateTable('mappedImport').set({ fileId: null }).where('id', '=', id).execute()
    await expect(f.check(id)).rejects.toEqual(refused(409, 'import.tooLate'))
    expect(await f.admin.call(discardImport, { params: { importId: id } })).toEqual({ state: 'discarded' })
    expect(await f.rows(id)).toEqual([])
  })
})

describe('undone imports', () => {
  const text = (number: string) =>
    `cuenta;fecha;importe;referencia\n${number};2026-04-01;100,00;U-${number}\n${number};2026-04-02;-30,00;V-${number}`
  const undo = (importId: string) =>
    f.admin.call(undoImport, { params: { importId }, body: { reason: 'Fichero equivocado' } })

  test('reverses every journal of an import and allows the same file again', async () => {
    const one = await f.account()
    const id = await f.imported(text(one.number))
    expect(await f.balanceOf(one.id)).toBe('70.00')
    const { approvalId } = await undo(id)
    await expect(undo(id)).rejects.toEqual(refused(409, 'import.undoWaits'))
    await f.letGo(approvalId)
    await f.run()
    expect(await f.detail(id)).toMatchObject({ state: 'undone', failure: null })
    expect(await f.balanceOf(one.id)).toBe('0.00')
    expect((await f.rows(id)).map(({ reversed }) => reversed)).toEqual([true, true])
    const reversals = await f.t.db
      .selectFrom('journal')
      .where('source', '=', 'reversal')
      .select(['bookingDate', 'valueDate'])
      .orderBy('id')
      .execute()
    expect(reversals).toEqual([
      { bookingDate: today, valueDate: '2026-04-01' },
      { bookingDate: today, valueDate: '2026-04-02' },
    ])
    await f.imported(text(one.number))
    expect(await f.balanceOf(one.id)).toBe('70.00')
    expect(await f.differences()).toBe(0)
  })

  test('refuses to undo an import when its money is gone, naming the account', async () => {
    const one = await f.account()
    const id = await f.imported(text(one.number))
    await f.t.make.movement(one.id, '-50.00', 'withdrawal', '2026-05-01')
    await expect(undo(id)).rejects.toMatchObject({
      status: 409,
      code: 'account.overdrawn',
      fields: { account: one.number },
    })
    expect(await f.balanceOf(one.id)).toBe('20.00')
  })
})

describe('scope of an import', () => {
  test('a manager imports only to accounts in scope and sees no other imports', async () => {
    const employee = await f.t.make.employee()
    const manager = await f.t.as('manager', employee.cvl)
    await f.t.owner.query(
      `insert into dino.role_grant (role, module, actions, scope) values ('manager', 'bt_Importar', '{view,create,export}', 'own')`,
    )
    const mine = await f.account({ clientId: (await f.t.make.client({ staff: { manager: employee.id } })).id })
    const theirs = await f.account()
    const id = await f.upload(
      `cuenta;fecha;importe\n${mine.number};2026-05-04;80,00\n${theirs.number};2026-05-04;80,00\nXX-1;2026-05-04;80,00`,
      'movements',
      manager,
    )
    expect(await f.check(id, manager)).toMatchObject({ fresh: 1, wrong: 2 })
    expect((await f.faults(id)).map(({ line, fault }) => [line, fault])).toEqual([
      [3, 'account'],
      [4, 'account'],
    ])
    const admins = await f.upload(`cuenta;fecha;importe\n${mine.number};2026-05-05;80,00`)
    await expect(f.detail(admins, manager)).rejects.toEqual(refused(404, 'notFound'))
    await expect(f.check(admins, manager)).rejects.toEqual(refused(404, 'notFound'))
  })
})

test('hostile texts go through an import unchanged', async () => {
  const one = await f.account()
  const naughty = hostileStrings.filter((text) => text.length <= 500 && text.trim() !== '' && !text.includes('\0'))
  const lines = naughty.map((text, n) => `${one.number};2026-05-04;1,00;"${text.replaceAll('"', '""')}";B-${n}`)
  const id = await f.imported(['cuenta;fecha;importe;concepto;referencia', ...lines].join('\n'))
  expect(await f.detail(id)).toMatchObject({ state: 'imported', wrong: 0, fresh: naughty.length })
  const kept = await f.t.db
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
        const { id, number } = await f.account({ balance: '50.00' })
        const text = some.map(
          ([day, cents], n) =>
            `${number};2026-04-${String(day).padStart(2, '0')};${(cents / 100).toFixed(2).replace('.', ',')};${number}/${refs[n]}`,
        )
        const importId = await f.upload(['cuenta;fecha;importe;referencia', ...text].join('\n'))
        const { fresh } = await f.check(importId)
        if (fresh) {
          await f.letGo((await f.submit(importId, true)).approvalId)
          await f.run()
        }
        const { rows: posted } = await f.t.owner.query(
          `select p.booking_date::text as day, -p.amount as amount from dino.posting p where p.account_id = $1 and p.ledger = ${ledgers.capital} order by 1, p.journal_id`,
          [id],
        )
        return { fresh, posted, balance: await f.balanceOf(id) }
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
  expect(f.failures).toEqual([])
  expect(await f.differences()).toBe(0)
})
