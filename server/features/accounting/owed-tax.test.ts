import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listOwedTaxes, proposeTaxPayment, sumOwedTax } from '#contract/accounting/entries.ts'
import { getWithholdingReconciliation } from '#contract/accounting/taxes.ts'
import { getChartOfAccounts, listJournals } from '#contract/accounting.ts'
import { reverseAccountingJournal } from '#contract/journals.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { buildCreditLine, buildDebitLine, buildExpectedError, createEntryFixture, today } from './test-entries.ts'

let fixture: Awaited<ReturnType<typeof createEntryFixture>>
beforeAll(async () => {
  fixture = await createEntryFixture()
  await fixture.t.owner.query(`update dino.ledger_period set closed_through = '2026-04-30'`)
})
afterAll(async () => {
  // Whatever was tried here, the books hold.
  expect((await verifyLedger({ ...fixture.t, prefix: 'dino' }, undefined)).differenceList).toEqual([])
  await fixture.t.drop()
})

describe('owed tax', () => {
  const pay = (body: object, key: string = randomUUID()) =>
    fixture.withKey(key).call(proposeTaxPayment, {
      body: {
        form: 'es193',
        from: '2026-05-01',
        to: '2026-06-01',
        amount: '1.00',
        bookingDate: today,
        valueDate: today,
        description: 'Modelo 123',
        reason: 'Vence el 20',
        ...body,
      },
    } as Parameters<typeof fixture.admin.call<typeof proposeTaxPayment>>[1])
  const owed = async (form = 'es193', asOf = today) => {
    const query = { form, from: '2026-05-01', to: '2026-06-01', asOf } as { form: 'es193'; from: string; to: string }
    return (await fixture.direction.call(sumOwedTax, { query })).owed
  }
  const withheld = async (on: string, amount: string, results = true) => {
    const { clientId, accountId } = await fixture.accountWith()
    const { journalId } = await fixture.t.make.movement(accountId, `-${amount}`, 'withholding', on)
    if (!results) return
    await fixture.t.db
      .insertInto('withholdingPart')
      .values({
        accountId,
        clientId,
        journalId,
        bookedOn: on,
        base: '100',
        basis: 'interest',
        rate: '19',
        region: 'ES',
        source: 'LIRPF',
        amount,
        country: 'ES',
      })
      .execute()
  }

  test('lists owed tax by form and month and pays the oldest first, never more', async () => {
    await withheld('2026-05-10', '60.00')
    await withheld('2026-06-10', '40.00')
    await withheld('2026-06-11', '7.00', false)
    expect([await owed(), await owed('none'), await owed('es193', '2026-05-31')]).toEqual(['100.00', '7.00', '60.00'])
    await expect(pay({ amount: '100.01' })).rejects.toMatchObject(
      buildExpectedError(422, 'tax.overOwed', { amount: 'overOwed' }),
    )
    await expect(pay({ amount: '60.01', bookingDate: '2026-05-31' })).rejects.toMatchObject(
      buildExpectedError(422, 'tax.overOwed'),
    )
    await expect(pay({ from: '2026-06-01', to: '2026-05-01' })).rejects.toMatchObject(
      buildExpectedError(400, 'request.invalid', { to: 'order' }),
    )
    // Two are asked for while both would fit; of the two one is let go.
    const first = await pay({ amount: '70.00' })
    const second = await pay({ amount: '70.00' })
    const backdated = await pay({ amount: '60.00', bookingDate: '2026-05-31' })
    await fixture.letGo(first.approvalId)
    // Of the day that it is dated all of it was owed still, and of today nothing is.
    await expect(fixture.letGo(backdated.approvalId)).rejects.toMatchObject(buildExpectedError(422, 'tax.overOwed'))
    await expect(fixture.letGo(second.approvalId)).rejects.toMatchObject(buildExpectedError(422, 'tax.overOwed'))
    const { rows } = await fixture.direction.call(listOwedTaxes.page, { query: { year: '2026' } })
    expect(rows.map(({ form, month, withheld: kept, paid, owed: left }) => [form, month, kept, paid, left])).toEqual([
      ['none', '2026-06-01', '7.00', '0.00', '7.00'],
      ['es193', '2026-06-01', '40.00', '10.00', '30.00'],
      ['es193', '2026-05-01', '60.00', '60.00', '0.00'],
    ])
    const { totals } = await fixture.direction.call(listOwedTaxes.count, { query: { year: '2026' } })
    const { ledgers } = await fixture.direction.call(getChartOfAccounts, {})
    expect(totals.owed).toBe('37.00')
    expect(ledgers.find(({ code }) => code === 'tax_payable')?.balance).toBe('-37.00')
    const check = await fixture.direction.call(getWithholdingReconciliation, { query: { year: '2026' } })
    expect(check.account).toEqual({ opening: '0.00', adjusted: '0.00', paid: '70.00', closing: '37.00' })
    expect([check.ledger, check.summary]).toEqual(['107.00', '100.00'])
    const { body } = await fixture.direction.send(listOwedTaxes.exportRows, {
      query: { format: 'csv', year: '2026', sort: 'month' },
    })
    expect(body.trim().split('\r\n')).toHaveLength(4)
    expect((await fixture.direction.call(listOwedTaxes.page, { query: { open: 'true' } })).rows).toHaveLength(2)
  })

  test('adjustments and reversals change the owed tax', async () => {
    const more = [
      buildCreditLine('tax_payable', '5.00', { tax: { form: 'es193', month: '2026-05-01' } }),
      buildDebitLine('opening_balances', '5.00'),
    ]
    await fixture.letGo((await fixture.ask({ kind: 'adjustment', lines: more })).approvalId)
    expect(await owed()).toBe('35.00')
    const key = randomUUID()
    const results = await Promise.all(Array.from({ length: 12 }, () => pay({ amount: '35.00' }, key)))
    expect(new Set(results.map(({ approvalId }) => approvalId)).size).toBe(1)
    await fixture.letGo(results[0]!.approvalId)
    // Nothing is owed now, and still the key is answered.
    expect(await pay({ amount: '35.00' }, key)).toEqual(results[0])
    expect(await owed()).toBe('0.00')
    const [payment] = (await fixture.direction.call(listJournals.page, { query: { source: 'tax' } })).rows
    const { approvalId } = await fixture
      .withKey()
      .call(reverseAccountingJournal, { params: { journalId: payment!.id }, body: { reason: 'El banco la devolvió' } })
    await fixture.letGo(approvalId)
    expect(await owed()).toBe('35.00')
    expect((await fixture.direction.call(getWithholdingReconciliation, { query: { year: '2026' } })).account).toEqual({
      opening: '0.00',
      adjusted: '5.00',
      paid: '70.00',
      closing: '42.00',
    })
  })
})
