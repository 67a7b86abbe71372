import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listImportedRecords } from '#contract/imports/records.ts'
import { undoImport } from '#contract/imports.ts'
import { ledgers } from '#rules/ledgers.ts'
import { buildDni, createClientImportFixture } from '../clients/test-client-imports.ts'

type Firm = Awaited<ReturnType<typeof createClientImportFixture>>
let fixture: Firm
beforeAll(async () => {
  fixture = await createClientImportFixture()
  await fixture.t.owner.query(`
    insert into dino.product (code, name, family, term_months, minimum, maximum, default_instruction)
    values ('EVAS-IMP', 'Evas importada', 'fixed_term', 24, 1000, 500000, 'renew_all'), ('LIBRE-IMP', 'Libre importada', 'fixed_term', null, 0, null, 'pay_out')`)
  await fixture.t.owner.query(`
    insert into dino.product_rate (product_id, valid_from, term_months, min_amount, rate)
    select id, '2020-01-01', 0, 0, 4 from dino.product where code = 'EVAS-IMP'`)
})
afterAll(() => fixture.t.drop())

const buildExpectedError = (status: number, code: string) => expect.objectContaining({ status, code })
const heading = 'Cliente;Producto;Fecha apertura;Saldo;Cuenta;Fecha saldo;Tipo;Plazo;Cotitular'
const makeClient = (number: number) =>
  fixture.t.make.client({ identityNumber: buildDni(number), staff: { manager: fixture.manager.id } })
const findAccount = (number: string) =>
  fixture.t.db
    .selectFrom('account')
    .innerJoin('accountBalance as b', 'b.accountId', 'account.id')
    .selectAll('account')
    .select(['b.principal', 'b.balance'])
    .where('number', '=', number)
    .executeTakeFirst()
const requestUndo = (importId: string) =>
  fixture.admin.call(undoImport, { params: { importId }, body: { reason: 'No era el archivo' } })

describe('a file of accounts with their balance', () => {
  test('opens accounts and books each balance on its day against opening balances', async () => {
    const one = await makeClient(100)
    const two = await makeClient(101)
    const id = await fixture.upload(
      [
        heading,
        `${buildDni(100)};evas-imp;15/01/2025;10.000,00;VIEJA-1;31/12/2025;;;${two.cvl}`,
        `${two.cvl};LIBRE-IMP;2025-03-01;1,234.5;;;2,75 %;36;`,
      ].join('\n'),
      'accounts',
    )
    expect(await fixture.check(id)).toMatchObject({
      wrong: 0,
      fresh: 2,
      amount: '11234.50',
      accounts: 2,
      fromDate: '2025-03-01',
    })
    await fixture.t.owner.query(
      `insert into dino.setting (key, value) values ('approval.off', '["import.run"]') on conflict (key) do update set value = excluded.value`,
    )
    const proposal = await fixture.submit(id)
    expect(proposal.state).toBe('pending')
    await fixture.letGo(proposal.approvalId)
    await fixture.run()
    expect(fixture.failures).toEqual([])
    const opened = await findAccount('VIEJA-1')
    expect(opened).toMatchObject({
      status: 'active',
      clientId: one.id,
      openedOn: '2025-01-15',
      expiresOn: '2027-01-15',
      rate: '4.000000',
      instruction: 'renew_all',
      balance: '10000.00',
      principal: '10000.00',
    })
    const { rows } = await fixture.t.owner.query(
      `select p.ledger, p.amount::text, j.booking_date::text as day from dino.posting p join dino.journal j on j.id = p.journal_id
        where j.idempotency_key = $1 order by p.line`,
      [`import:${id}:2`],
    )
    expect(rows).toEqual([
      { ledger: ledgers.capital, amount: '-10000.00', day: '2025-12-31' },
      { ledger: ledgers.opening, amount: '10000.00', day: '2025-12-31' },
    ])
    const { rows: records } = await fixture.admin.call(listImportedRecords.page, {
      params: { importId: id },
      query: { pageSize: 10 },
    })
    const numbered = await fixture.t.db
      .selectFrom('account')
      .where('id', '=', records[1]!.accountId)
      .select(['number', 'rate', 'termMonths', 'expiresOn'])
      .executeTakeFirstOrThrow()
    expect(numbered).toMatchObject({ rate: '2.750000', termMonths: 36, expiresOn: '2028-03-01' })
    expect(numbered.number).toMatch(/^D-LIBRE-IMP-\d{8}$/)
    const holders = await fixture.t.db
      .selectFrom('accountHolder')
      .where('accountId', '=', opened!.id)
      .select(['clientId', 'role', 'share'])
      .orderBy('role')
      .execute()
    expect(holders).toEqual([
      { clientId: one.id, role: 'primary', share: '50.0000' },
      { clientId: two.id, role: 'holder', share: '50.0000' },
    ])
    expect(await fixture.differences()).toBe(0)
  })

  test('refuses by the rules of the product, the month and the client', async () => {
    const client = await makeClient(110)
    const blocked = await makeClient(111)
    const existing = await fixture.account()
    await fixture.t.owner.query(
      `update dino.client set block_kind = 'legal', block_reason = 'Embargo', blocked_at = now() where id = $1`,
      [blocked.id],
    )
    const rows = [
      `${client.cvl};NADIE;01/02/2026;5.000,00;;;;;`,
      `${client.cvl};EVAS-IMP;01/02/2026;500,00;;;;;`,
      `${client.cvl};EVAS-IMP;01/02/2026;600.000,00;;;;;`,
      `${client.cvl};EVAS-IMP;01/02/2020;5.000,00;;;;;`,
      `${client.cvl};EVAS-IMP;01/02/2027;5.000,00;;;;;`,
      `${client.cvl};EVAS-IMP;01/02/2026;5.000,00;;01/01/2026;;;`,
      `${client.cvl};EVAS-IMP;01/02/2026;5.000,00;;;;36;`,
      `${client.cvl};LIBRE-IMP;01/02/2026;5.000,00;;;;12;`,
      `${blocked.cvl};EVAS-IMP;01/02/2026;5.000,00;;;;;`,
      `99999999R;EVAS-IMP;01/02/2026;5.000,00;;;;;`,
      `${client.cvl};EVAS-IMP;01/02/2026;5.000,00;${existing.number};;;;`,
      `${client.cvl};EVAS-IMP;01/02/2026;-5.000,00;;;;;`,
    ]
    const id = await fixture.upload([heading, ...rows].join('\n'), 'accounts')
    await fixture.check(id)
    const found = (await fixture.faults(id)).map(({ line, fault }) => `${line} ${fault}`)
    expect(found.sort()).toEqual(
      [
        '2 unknownProduct',
        '3 belowProduct',
        '4 overProduct',
        '5 matured',
        '6 future',
        '7 beforeOpening',
        '8 term',
        '9 rate',
        '10 clientBlocked',
        '11 client',
        '12 taken',
        '13 sign',
      ].sort(),
    )
  })

  test('undoes accounts while nothing else happened on them, and imports them again', async () => {
    const client = await makeClient(120)
    const file = [heading, `${client.cvl};EVAS-IMP;01/02/2026;5.000,00;VUELTA-1;;;;`].join('\n')
    const id = await fixture.imported(file, 'accounts')
    const account = await findAccount('VUELTA-1')
    await fixture.letGo((await requestUndo(id)).approvalId)
    await fixture.run()
    expect((await fixture.detail(id)).state).toBe('undone')
    expect(await findAccount('VUELTA-1')).toBeUndefined()
    expect(await fixture.balanceOf(account!.id)).toBe('0.00')
    const again = await fixture.imported(file, 'accounts')
    expect(fixture.failures).toEqual([])
    expect((await findAccount('VUELTA-1'))?.balance).toBe('5000.00')
    await fixture.t.make.movement((await findAccount('VUELTA-1'))!.id, '10.00', 'contribution', '2026-03-01')
    await expect(requestUndo(again)).rejects.toEqual(buildExpectedError(409, 'import.undoBlocked'))
    expect(await fixture.faults(again)).toEqual([{ line: 2, field: null, fault: 'hangs', value: 'journal' }])
    expect(await fixture.differences()).toBe(0)
  })
})
