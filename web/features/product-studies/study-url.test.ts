import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseStudy, toStudySearchParams } from './study-url.ts'

const arbitraryAmount = fc
  .bigInt(1n, 99_999_999_999_999n)
  .map((n) => `${n / 100n}.${String(n % 100n).padStart(2, '0')}`)
const arbitraryRate = fc
  .integer({ min: 0, max: 99_999_999 })
  .map((n) => `${Math.floor(n / 1e6)}.${String(n % 1e6).padStart(6, '0')}`)
const arbitraryVariant = fc.record({
  productId: fc.integer({ min: 1 }).map(String),
  amount: arbitraryAmount,
  months: fc.integer({ min: 1, max: 480 }),
  rate: fc.option(arbitraryRate, { nil: null }),
  extraRate: arbitraryRate,
})

test('an address restores the study it was made from', () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryVariant, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(undefined, '2026-02-28'),
      (v, day) => {
        const study = { ...(day && { startsOn: day }), variants: v }
        expect(parseStudy(new URLSearchParams(toStudySearchParams(study).toString()))).toEqual(study)
      },
    ),
  )
})

test.each(['', 'v=', 'v=1', 'v=1_0.00_12__0.0', 'v=1_10.00_0__0.0', 'v=1_10.00_481__0.0', 'v=x_10.00_12__0.0'])(
  'an address without a study, "%s", gives none',
  (text) => {
    expect(parseStudy(new URLSearchParams(text))).toBeNull()
  },
)
