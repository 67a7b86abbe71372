import { expect, test } from 'vitest'
import { findMaturitySettlement } from './maturity-settlement.ts'

test.each([
  ['ES', '2026-11-20', '2026-11-20', null],
  ['ES', '2026-11-21', '2026-11-23', 'weekend'],
  ['PT', '2026-12-25', '2026-12-28', 'holiday'],
  ['MX', '2026-12-12', '2026-12-14', 'weekend'],
  ['MX', '2027-11-02', '2027-11-03', 'holiday'],
] as const)('settles a maturity of %s on %s on %s', (country, expiresOn, settlesOn, closure) => {
  expect(findMaturitySettlement(country, expiresOn)).toEqual({ settlesOn, closure })
})
