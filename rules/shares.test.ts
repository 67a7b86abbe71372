import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitByShares, toShareParts } from './shares.ts'

test.each([
  ['100', 1_000_000n],
  ['33.3333', 333_333n],
  ['0.5', 5_000n],
  ['12.34567', 123_456n],
])('a share of %s per cent is %s ten thousandths', (share, parts) => {
  expect(toShareParts(share)).toBe(parts)
})

test.each([
  [100n, [500_000n, 500_000n], [50n, 50n]],
  [101n, [500_000n, 500_000n], [51n, 50n]],
  [-101n, [500_000n, 500_000n], [-51n, -50n]],
  [100n, [333_333n, 333_333n, 333_334n], [33n, 33n, 34n]],
  [2n, [200_000n, 200_000n, 600_000n], [1n, 0n, 1n]],
  [0n, [400_000n, 600_000n], [0n, 0n]],
])('splits %s by the shares %o to the unit', (total, shares, parts) => {
  expect(splitByShares(total, shares)).toEqual(parts)
})

test('parts of a sum add up, each within a unit of its share', () => {
  const share = fc.bigInt({ min: 1n, max: 1_000_000n })
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      fc.array(share, { minLength: 1 }),
      (total, shares) => {
        const parts = splitByShares(total, shares)
        const all = shares.reduce((sum, one) => sum + one, 0n)
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(total)
        for (const [at, part] of parts.entries()) {
          const distance = part * all - total * shares[at]!
          expect(distance > -all && distance < all).toBe(true)
        }
      },
    ),
  )
})
