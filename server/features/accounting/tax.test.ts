import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  exportWithholdingCertificates,
  getClientWithholding,
  getTaxSummary,
  getWithholdingReconciliation,
  listTaxSummaries,
  printWithholdingCertificate,
} from '#contract/accounting/taxes.ts'
import { getAccountingJournal } from '#contract/accounting.ts'
import { approveChangeRequest } from '#contract/approvals.ts'
import { reverseJournal } from '#contract/journals.ts'
import type { ProductFamily } from '#db/types.ts'
import { ledgers } from '#rules/ledgers.ts'
import { postDueInterest } from '#server/features/interest/post-interest.ts'
import type { CreatedPerson } from '#test/harness/factories.ts'
import { readPdf } from '#test/harness/read-pdf.ts'
import { unzip } from '#test/harness/read-xlsx.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
const getNow = () => Date.parse('2026-12-15T10:00:00Z')
const openTenants: Tenant[] = []
const openTenant = async (prefix: 'dino' | 'dino_uab' | 'cfl') => {
  const t = await createTestTenant(prefix, getNow)
  openTenants.push(t)
  return t
}
let t: Tenant
let direction: Awaited<ReturnType<Tenant['as']>>
beforeAll(async () => {
  t = await openTenant('dino')
  direction = await t.as('direction')
})
afterAll(async () => {
  for (const one of openTenants) await one.drop()
})

/** 100,000.00 at 5 % from the 31st of January on, paid after half a year: 2,479.45. */
const createAccountsWithInterest = async (
  tenant: Tenant,
  clients: readonly CreatedPerson[],
  family: ProductFamily = 'fixed_term',
) => {
  const product = await tenant.make.product({ payout: 'half_yearly', capitalised: true, family })
  const account = await tenant.make.account({
    clientId: clients[0]!.id,
    productId: product.id,
    rate: '5',
    openedOn: '2026-01-31',
    holders: clients.slice(1).map(({ id }) => id),
  })
  await tenant.make.movement(account.id, '100000.00', 'contribution', '2026-01-31')
  return account
}
const runInterestPosting = (tenant: Tenant, day = '2026-07-31') =>
  postDueInterest({
    db: tenant.db,
    prefix: tenant.prefix,
    day,
    now: getNow,
    onError: (error) => {
      throw error
    },
  })
const listTaxSummaryRows = async (tenant: Tenant, query: object = {}) => {
  const { rows } = await (await tenant.as('direction')).call(listTaxSummaries.page, { query })
  return rows.map(({ form, country, payments, gross, base, rate, withheld }) =>
    [form, country, payments, gross, base, rate ?? 'several', withheld].join(' '),
  )
}

test('splits withholdings by holder onto the form of residence, product and payer', async () => {
  const one = await t.make.client({ surname: 'Alba' })
  const other = await t.make.client({ surname: 'Bravo' })
  const abroad = await t.make.client({ surname: 'Clos', country: 'FR' })
  const joint = await createAccountsWithInterest(t, [one, other, abroad])
  await createAccountsWithInterest(t, [one], 'insurance')
  await runInterestPosting(t)
  expect(await listTaxSummaryRows(t)).toEqual([
    'es188 ES 1 2479.45 2479.45 19.000000 471.10',
    'es193 ES 1 826.49 826.49 19.000000 157.03',
    'es193 ES 1 826.48 826.48 19.000000 157.03',
    'es296 FR 1 826.48 0.00 0.000000 0.00',
  ])
  const all = await listTaxSummaryRows(t)
  expect(await listTaxSummaryRows(t, { sort: 'clientName', direction: 'desc' })).toEqual(all.toReversed())
  expect(await listTaxSummaryRows(t, { pageSize: 3, page: 2, knownTotal: 4 })).toEqual(all.slice(3))
  expect(await listTaxSummaryRows(t, { sort: 'gross', direction: 'asc', pageSize: 3, page: 2, knownTotal: 4 })).toEqual(
    all.slice(0, 1),
  )
  expect(await listTaxSummaryRows(t, { form: 'es296' })).toHaveLength(1)
  expect(await listTaxSummaryRows(t, { search: 'bravo' })).toHaveLength(1)
  expect(await listTaxSummaryRows(t, { year: '2025' })).toEqual([])

  const check = await direction.call(getWithholdingReconciliation, {})
  expect(check).toMatchObject({ ledger: '785.16', summary: '785.16', difference: '0.00', journals: 0, rows: [] })
  const { total, totals } = await direction.call(listTaxSummaries.count, { query: {} })
  expect({ total, ...totals }).toEqual({ total: 4, gross: '4958.90', base: '4132.42', withheld: '785.16' })
  const file = await direction.send(listTaxSummaries.exportRows, { query: { format: 'csv', sort: 'clientName' } })
  const lines = file.body.trim().split('\r\n').slice(1)
  const cents = (line: string) =>
    Number(
      line
        .split(';')
        .at(-1)!
        .replace(/[^\d-]/g, ''),
    )
  expect(lines.reduce((sum, line) => sum + cents(line), 0)).toBe(78_516)

  // A bank fills in other returns with the same figures.
  await t.owner.query(`update dino.setting set value = '"bank"' where key = 'withholding.payer'`)
  expect((await listTaxSummaryRows(t)).map((row) => row.slice(0, 5))).toEqual(['es188', 'es196', 'es196', 'es296'])
  await t.owner.query(`update dino.setting set value = '"other"' where key = 'withholding.payer'`)

  const summary = await direction.call(getTaxSummary, { params: { clientId: one.id } })
  expect(summary.sums).toEqual({ gross: '3305.94', base: '3305.94', withheld: '628.13' })
  expect(summary.payments.map(({ accountId, withheld }) => [accountId === joint.id, withheld])).toEqual([
    [false, '471.10'],
    [true, '157.03'],
  ])
})

test('a client who moves abroad stays on the form of their residence when paid', async () => {
  const client = await t.make.client({ surname: 'Vela' })
  await createAccountsWithInterest(t, [client])
  await runInterestPosting(t)
  await t.db.updateTable('client').set({ country: 'DE' }).where('id', '=', client.id).execute()
  expect(await listTaxSummaryRows(t, { search: 'vela' })).toEqual(['es193 ES 1 2479.45 2479.45 19.000000 471.10'])
})

test("reversing a withholding reverses its holders' parts, and missing parts are reported", async () => {
  const client = await t.make.client({ surname: 'Duero' })
  const account = await createAccountsWithInterest(t, [client])
  await runInterestPosting(t)
  const { payments } = await direction.call(getTaxSummary, { params: { clientId: client.id } })
  const journalId = payments[0]!.journalId!
  const admin = await t.as('admin')
  const params = { clientId: client.id, accountId: account.id, journalId }
  const { approvalId } = await admin.call(reverseJournal, { params, body: { reason: 'Era exento' } })
  await direction.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
  expect((await direction.call(getTaxSummary, { params: { clientId: client.id } })).sums).toEqual({
    gross: '0.00',
    base: '0.00',
    withheld: '0.00',
  })
  expect(await direction.call(getWithholdingReconciliation, {})).toMatchObject({ difference: '0.00', journals: 0 })

  const { journalId: bare } = await t.make.movement(account.id, '-12.34', 'withholding', '2026-12-01')
  const check = await direction.call(getWithholdingReconciliation, {})
  expect(check).toMatchObject({
    difference: '12.34',
    journals: 1,
    rows: [{ id: bare, bookingDate: '2026-12-01', ledger: '12.34', summary: '0.00', difference: '12.34' }],
  })
  expect((await direction.call(getAccountingJournal, { params: { journalId: bare } })).kind).toBe('withholding')
})

test('a manager sees tax years of their own clients only', async () => {
  const manager = await t.make.employee()
  const own = await t.make.client({ staff: { manager: manager.id } })
  const foreign = await t.make.client()
  await createAccountsWithInterest(t, [own])
  await runInterestPosting(t)
  const who = await t.as('manager', manager.cvl)
  expect((await who.call(getClientWithholding, { params: { clientId: own.id } })).years).toEqual([
    { year: 2026, form: 'es193', gross: '2479.45', base: '2479.45', withheld: '471.10' },
  ])
  await expect(who.call(getClientWithholding, { params: { clientId: foreign.id } })).rejects.toMatchObject({
    status: 404,
  })
})

test('Portugal fills in Modelo 39 and 30; Mexico a constancia based on capital', async () => {
  const pt = await openTenant('dino_uab')
  await createAccountsWithInterest(pt, [
    await pt.make.client({ country: 'PT', surname: 'Antunes' }),
    await pt.make.client({ surname: 'Borges' }),
  ])
  await runInterestPosting(pt)
  expect(await listTaxSummaryRows(pt)).toEqual([
    'pt39 PT 1 1239.73 1239.73 28.000000 347.12',
    'pt30 ES 1 1239.72 1239.72 28.000000 347.12',
  ])
  const mx = await openTenant('cfl')
  await createAccountsWithInterest(mx, [await mx.make.client({ country: 'MX' })])
  await runInterestPosting(mx)
  // 181 days of 0.90 % a year of 100,000.00.
  expect(await listTaxSummaryRows(mx)).toEqual(['mx MX 1 2479.45 0.00 0.900000 446.30'])
})

test('tax certificates come for one client or all, with the listed figures', async () => {
  const own = await openTenant('dino')
  const manager = await own.make.employee()
  const one = await own.make.client({ name: 'Eva', surname: 'Dávila', staff: { manager: manager.id } })
  const other = await own.make.client({ surname: 'Escudero' })
  await createAccountsWithInterest(own, [one, other])
  await runInterestPosting(own)
  const superior = await own.as('direction')
  const { rows } = await superior.call(listTaxSummaries.page, { query: { year: '2026' } })
  const euros = (amount: string) => `${amount.replace('.', ',').replace(/(\d)(\d{3},)/, '$1.$2')}\u00a0€`
  const figuresOf = (clientId: string) =>
    rows
      .filter((row) => row.clientId === clientId)
      .flatMap(({ gross, base, withheld }) => [gross, base, withheld].map(euros))
  const who = await own.as('manager', manager.cvl)
  const ask = (clientId: string) =>
    who.send(printWithholdingCertificate, { params: { clientId }, query: { year: '2026' } })
  const { pages, title } = readPdf((await ask(one.id)).rawPayload)
  expect(title).toBe('Rendimientos y retenciones fiscales de 2026')
  expect(pages.flat()).toEqual(expect.arrayContaining(figuresOf(one.id)))
  expect((await ask(other.id)).statusCode).toBe(404)

  const answer = await superior.send(exportWithholdingCertificates, { query: { year: '2026' } })
  expect(answer.headers['x-total-rows']).toBe('2')
  const files = unzip(answer.rawPayload)
  expect([...files.keys()]).toEqual([one, other].map(({ cvl }) => `${cvl}-2026.pdf`))
  expect(readPdf(files.get(`${other.cvl}-2026.pdf`)!).pages.flat()).toEqual(expect.arrayContaining(figuresOf(other.id)))
  const audited = await own.owner.query(`select after from dino.audit_event where action = 'certificates.exported'`)
  expect(audited.rows).toEqual([{ after: { year: 2026, filters: ['year'], documents: 2 } }])
})

test('the tax account of a year opens with all days before January', async () => {
  for (const [day, amount] of [
    ['2024-12-31', '1.00'],
    ['2025-01-01', '20.00'],
    ['2025-12-31', '300.00'],
    ['2026-01-01', '4000.00'],
  ])
    await t.owner.query(
      `select from dino.post_journal('adjustment', $1::date, $1::date, array[${ledgers.taxPayable}, ${ledgers.opening}]::smallint[],
         array[null, null]::bigint[], array[-$2::numeric, $2::numeric], 'test:tax:' || $1, 'x', 'test')`,
      [day, amount],
    )
  const { account } = await direction.call(getWithholdingReconciliation, { query: { year: '2025' } })
  expect(account).toEqual({ opening: '1.00', adjusted: '320.00', paid: '0.00', closing: '321.00' })
})
