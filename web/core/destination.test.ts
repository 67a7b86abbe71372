import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildSignInPath, sanitizeDestination } from './destination.ts'

describe('destination after sign-in', () => {
  test.each(['/', '/clientes', '/clientes?kyc=pending&page=2', '/clientes/12#cuentas', '/a/%2F%2Fevil'])(
    'keeps the safe destination %s',
    (path) => {
      expect(sanitizeDestination(path)).toBe(path)
    },
  )

  test.each([
    null,
    '',
    'clientes',
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    '/auth/logout',
    '/AUTH/login?next=/x',
    '/a/../auth/logout',
  ])('refuses the unsafe destination %j', (path) => {
    expect(sanitizeDestination(path)).toBeNull()
  })

  test('no accepted destination leads to another origin', () => {
    const pieces = fc.constantFrom('/', '\\', '.', '..', 'evil.example', '%2f', '@', ':', '?', '#', '\t', 'http:', 'a')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const there = sanitizeDestination(parts.join(''))
        if (there !== null) expect(new URL(there, 'https://atalaya.example').origin).toBe('https://atalaya.example')
      }),
    )
  })
})

test('the sign-in address carries the requested page, and nothing for the start page', () => {
  expect(buildSignInPath('/clientes?kyc=pending')).toBe('/auth/login?next=%2Fclientes%3Fkyc%3Dpending')
  expect(buildSignInPath('/')).toBe('/auth/login')
  expect(buildSignInPath('//evil.example')).toBe('/auth/login')
})
