import { expect, test } from 'vitest'
import { getInitials } from './initials.ts'

test.each([
  ['Ana María García López', 'AG'],
  ['García López, Ana María', 'AG'],
  ['Ana García', 'AG'],
  ['Atalaya', 'A'],
  ['ana.garcia@casa.example', 'AG'],
  ['', ''],
])('the initials of %s are %s', (name, initials) => {
  expect(getInitials(name)).toBe(initials)
})
