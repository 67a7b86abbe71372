import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divideEstateAccount, type EstateShare } from './estate-division.ts'
import { parseFraction } from './fractions.ts'
import type { TaxableHolder, WithholdingLaw } from './withholding.ts'

const rule = { payer: 'any', payee: 'any', validFrom: '2020-01-01', basis: 'interest', source: 'una prueba' } as const
const law: WithholdingLaw = {
  country: 'ES',
  payer: 'other',
  rules: [
    { ...rule, region: 'any', rate: '19.000000' },
    { ...rule, region: 'EU', rate: '0.000000' },
  ],
}
const payee = (clientId: string, regions: string[]): TaxableHolder => ({ clientId, kind: 'person', regions, share: 0n })
const home = ['ES']
const heir = (recipientId: string, share: string): EstateShare => ({
  recipientId,
  holding: null,
  fraction: parseFraction(share)!,
})
const account = (capital: bigint, payable = 0n) => ({
  leaving: {
    terms: {
      basis: 'ACT/365F',
      rate: '5.000000',
      bonusRate: '0.000000',
      openedOn: '2026-01-31',
      expiresOn: '2027-01-31',
    } as const,
    accrues: true,
    penaltyPoints: '2.000000',
    moves:
      capital === 0n
        ? []
        : [{ on: '2026-01-31', amount: `${capital / 100n}.${String(capital % 100n).padStart(2, '0')}` }],
    capital,
    posted: { interest: 0n, bonus: 0n },
    charged: 0n,
    since: '2026-01-31',
    holders: [],
  },
  payable,
  deceasedShare: 1_000_000n,
  earns: true,
})

describe('the division of an estate', () => {
  test('gives balance and interest without penalty, and taxes each heir where they live', () => {
    const divided = divideEstateAccount(account(10_000_000n), {
      shares: [heir('1', '1/2'), heir('2', '1/2')],
      payees: [payee('11', home), payee('12', ['FR', 'EU', 'ABROAD'])],
      law,
      on: '2026-07-31',
    })!
    // 100,000.00 at 5 % from 31 January to 31 July, ACT/365F: 2,479.45.
    expect(divided.interest).toBe(247_945n)
    expect(divided.withheld.map(({ base, amount }) => [base, amount])).toEqual([
      [123_973n, 23_555n],
      [123_972n, 0n],
    ])
    expect(divided.parts.map(({ net }) => net)).toEqual([5_123_973n - 23_555n, 5_123_972n])
  })

  test('gives co-holders their share and divides only what was the deceased’s', () => {
    const divided = divideEstateAccount(
      { ...account(100_000n), earns: false, deceasedShare: 500_000n },
      {
        shares: [{ recipientId: '1', holding: 500_000n, fraction: null }, heir('2', '1/3'), heir('3', '2/3')],
        payees: [payee('11', home), payee('12', home), payee('13', home)],
        law,
        on: '2026-07-31',
      },
    )!
    expect(divided.parts.map(({ net }) => net)).toEqual([50_000n, 16_667n, 33_333n])
  })

  test('gives every cent to somebody, whatever the fractions', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 1, maxLength: 7 })
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        parts,
        (capital, payable, numbers) => {
          const all = numbers.reduce((sum, one) => sum + one, 0)
          const shares = numbers.map((one, at) => heir(String(at), `${one}/${all}`))
          const divided = divideEstateAccount(account(capital, payable), {
            shares,
            payees: shares.map((_, at) => payee(String(at), home)),
            law,
            on: '2026-07-31',
          })!
          const given = divided.parts.reduce((sum, { net, withheld }) => sum + net + withheld, 0n)
          expect(given).toBe(capital + payable + divided.interest + divided.bonus)
        },
      ),
    )
  })
})
