import { expect, test } from 'vitest'
import { secretBox } from './secret-box.ts'

const testSecretBox = secretBox('x'.repeat(40), 'test')

test('a sealed text opens only in its box and looks different each time', () => {
  const sealed = testSecretBox.encrypt('Contraseña ñ 🔑')
  expect(testSecretBox.decrypt(sealed)).toBe('Contraseña ñ 🔑')
  expect(testSecretBox.encrypt('Contraseña ñ 🔑')).not.toBe(sealed)
  expect(() => secretBox('x'.repeat(40), 'another').decrypt(sealed)).toThrow()
  expect(() => secretBox('y'.repeat(40), 'test').decrypt(sealed)).toThrow()
  expect(() => testSecretBox.decrypt(`${sealed.slice(0, -3)}AAA`)).toThrow()
  expect(() => testSecretBox.decrypt('plain text')).toThrow('not a sealed text')
})

test('a fingerprint matches for the same text of the same purpose only', () => {
  expect(testSecretBox.fingerprint('a')).toBe(testSecretBox.fingerprint('a'))
  expect(testSecretBox.fingerprint('a')).not.toBe(testSecretBox.fingerprint('b'))
  expect(secretBox('x'.repeat(40), 'another').fingerprint('a')).not.toBe(testSecretBox.fingerprint('a'))
})
