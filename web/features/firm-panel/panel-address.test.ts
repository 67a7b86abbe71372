import { expect, test } from 'vitest'
import { buildCreditedHref } from './panel-address.ts'

test('captation of an earlier month opens up to the day that is compared', () => {
  expect(buildCreditedHref('net', '2026-10-29', new URLSearchParams({ of: '3', view: 'team' }))).toBe(
    '/crm/cifras/netCaptation?range=custom&from=2026-10-01&to=2026-10-29&of=3&view=team',
  )
  expect(buildCreditedHref('gross', '2025-11-29', new URLSearchParams())).toBe(
    '/crm/cifras/captation?range=custom&from=2025-11-01&to=2025-11-29',
  )
})
