import { expect, test } from 'vitest'
import { secretBox } from './secret-box.ts'

const box = secretBox('x'.repeat(40), 'test')

test('a sealed text opens only in its box and looks different each time', () => {
  const sealed = box.seal('Contraseña ñ 🔑')
  expect(box.open(sealed)).toBe('Contraseña ñ 🔑')
  expect(box.seal('Contraseña ñ 🔑')).not.toBe(sealed)
  expect(() => secretBox('x'.repeat(40), 'another').open(sealed)).toThrow()
  expect(() => secretBox('y'.repeat(40), 'test').open(sealed)).toThrow()
  expect(() => box.open(`${sealed.slice(0, -3)}AAA`)).toThrow()
  expect(() => box.open('plain text')).toThrow('not a sealed text')
})

test('a fingerprint matches for the same text of the same purpose only', () => {
  expect(box.fingerprint('a')).toBe(box.fingerprint('a'))
  expect(box.fingerprint('a')).not.toBe(box.fingerprint('b'))
  expect(secretBox('x'.repeat(40), 'another').fingerprint('a')).not.toBe(box.fingerprint('a'))
})
