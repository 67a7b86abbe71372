import { expect, test } from 'vitest'
import { getTaxRegion, listTaxRegions } from './tax-regions.ts'
import {
  calculateWithheldCents,
  calculateWithholding,
  findWithholdingRule,
  type TaxableHolder,
  type WithholdingRule,
} from './withholding.ts'

const buildRule = (given: Partial<WithholdingRule>): WithholdingRule => ({
  payer: 'any',
  payee: 'any',
  region: 'any',
  validFrom: '2020-01-01',
  rate: '19.000000',
  basis: 'interest',
  source: 'a law',
  ...given,
})
const findRate = (rules: readonly WithholdingRule[], on = '2026-06-15'): string | undefined =>
  findWithholdingRule(rules, 'bank', { kind: 'company', regions: ['PT-20', 'PT'] }, on)?.rate
const buildHolder = (clientId: string, share: bigint, regions: readonly string[]): TaxableHolder => ({
  clientId,
  kind: 'person',
  regions,
  share,
})

test('a withholding rule holds from its first day on', () => {
  const rules = [buildRule({ validFrom: '2026-06-15' })]
  expect(findRate(rules, '2026-06-14')).toBeUndefined()
  expect(findRate(rules, '2026-06-15')).toBe('19.000000')
})

test('the newer of two rows of a withholding rule holds', () => {
  const older = buildRule({ rate: '19.000000' })
  const newer = buildRule({ rate: '21.000000', validFrom: '2026-01-01' })
  expect(findRate([older, newer])).toBe('21.000000')
  expect(findRate([newer, older])).toBe('21.000000')
})

test.each([
  ['the narrowest region', { region: 'PT-20' }, { region: 'PT', payee: 'company', payer: 'bank' }],
  ['a region over none', { region: 'PT' }, { payee: 'company', payer: 'bank' }],
  ['the kind of payee over the payer', { payee: 'company' }, { payer: 'bank' }],
  ['the payer over nobody in particular', { payer: 'bank' }, {}],
] as const)('prefers the withholding rule that names %s', (_, narrow, wide) => {
  const expectedRule = buildRule({ ...narrow, rate: '1.000000' })
  const other = buildRule({ ...wide, rate: '2.000000' })
  expect(findRate([expectedRule, other])).toBe('1.000000')
  expect(findRate([other, expectedRule])).toBe('1.000000')
})

test.each([{ payer: 'other' }, { payee: 'person' }, { region: 'PT-30' }] as const)(
  'ignores a withholding rule for somebody else: %o',
  (given) => {
    expect(findRate([buildRule(given)])).toBeUndefined()
  },
)

test.each([
  ['ES', 'ES', '28001', ['ES']],
  ['PT', 'PT', '1000-001', ['PT']],
  ['PT', 'PT', '9000-001', ['PT-30', 'PT']],
  ['PT', 'PT', '9500-001', ['PT-20', 'PT']],
  ['PT', 'PT', null, ['PT']],
  ['ES', 'PT', '9500-001', ['PT-20', 'PT', 'EU', 'ABROAD']],
  ['ES', 'US', null, ['US', 'ABROAD']],
] as const)('the authority of %s sees a client of %s, %s in these tax regions', (own, country, code, regions) => {
  expect(listTaxRegions(own, country, code)).toEqual(regions)
})

test.each([
  ['the part of the country by the postal code', 'PT', null, '9500-001', 'PT-20'],
  ['the country without a postal code', 'PT', null, null, 'PT'],
  ['the country of taxation, whatever the postal code says', 'PT', 'FR', '9500-001', 'FR'],
  ['no part of a country in which nobody lives', 'ES', 'PT', '95001', 'PT'],
  ['the part where the country of taxation is that of residence', 'PT', 'PT', '9000-001', 'PT-30'],
] as const)('gives %s', (_, country, taxResidence, postalCode, expected) => {
  expect(getTaxRegion({ country, taxResidence, postalCode })).toBe(expected)
})

test('withholds from interest or from capital by days of a 365-day year, half up', () => {
  expect(calculateWithheldCents('interest', 19_000_000n, 10_050n, 0n)).toBe(1_910n)
  expect(calculateWithheldCents('interest', 19_000_000n, -10_050n, 0n)).toBe(-1_910n)
  // 1,000.00 for 365 days at 0.5 per cent.
  expect(calculateWithheldCents('capital', 500_000n, 0n, 100_000n * 365n)).toBe(500n)
})

test('withholds from each holder by share and by the law of their residence', () => {
  const law = {
    country: 'ES',
    payer: 'bank',
    rules: [buildRule({ region: 'ES' }), buildRule({ region: 'EU', rate: '0.000000' })],
  } as const
  const holders = [buildHolder('1', 666_667n, ['ES']), buildHolder('2', 333_333n, ['EU', 'DE', 'ABROAD'])]
  const { total, parts } = calculateWithholding(law, holders, { on: '2026-06-15', gross: 100n, centDays: 0n })
  expect(parts.map(({ clientId, base, amount, country }) => [clientId, base, amount, country])).toEqual([
    ['1', 67n, 13n, 'ES'],
    ['2', 33n, 0n, 'DE'],
  ])
  expect(total).toBe(13n)
})

test('refuses to withhold where no rule fits a holder', () => {
  const law = { country: 'ES', payer: 'bank', rules: [buildRule({ region: 'ES' })] } as const
  const paid = { on: '2026-06-15', gross: 100n, centDays: 0n }
  expect(() => calculateWithholding(law, [buildHolder('1', 1_000_000n, ['US', 'ABROAD'])], paid)).toThrow(
    'withholding.noRule',
  )
})
