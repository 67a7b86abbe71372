import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clabe, ibanPortugal, ibanSpain } from '#rules/identity.ts'
import { readBankAccount, readPhone, readSocialSecurity } from './personal-numbers.ts'

test('reads bank accounts with any separators and refuses a wrong digit', () => {
  expect(readBankAccount('es91 2100 0418 4502 0005 1332', 'ES')).toBe('ES9121000418450200051332')
  expect(readBankAccount('PT50-0002-0123-1234-5678-9015-4', 'ES')).toBe('PT50000201231234567890154')
  expect(readBankAccount('DE89370400440532013000', 'PT')).toBe('DE89370400440532013000')
  expect(readBankAccount('032180000118359719', 'MX')).toBe('032180000118359719')
  const pasted = ['IBAN ES91 2100 0418 4502 0005 1332', 'IBAN: ES9121000418450200051332']
  const separated = ['\u00a0', '\u202f', '.', '/'].map((sign) =>
    ['ES91', '2100', '0418', '4502', '0005', '1332'].join(sign),
  )
  for (const text of [...pasted, ...separated]) expect(readBankAccount(text, 'ES')).toBe('ES9121000418450200051332')
  for (const wrong of ['ES9121000418450200051333', 'ES91210004184502000513', '032180000118359719', '', '<script>'])
    expect(readBankAccount(wrong, 'ES')).toBeUndefined()
  for (const wrong of ['032180000118359718', 'ES9121000418450200051332', '03218000011835971', '0'.repeat(18)])
    expect(readBankAccount(wrong, 'MX')).toBeUndefined()
})

test('reads every invented bank account and refuses any changed digit', () => {
  const number = fc.nat(999_999_999)
  const changed = (account: string, at: number): string => {
    const place = account.length - 1 - (at % 8)
    return account.slice(0, place) + ((Number(account[place]) + 1) % 10) + account.slice(place + 1)
  }
  fc.assert(
    fc.property(number, fc.nat(9999), fc.nat(7), (account, branch, at) => {
      for (const iban of [ibanSpain('2100', branch, account), ibanPortugal('0002', branch, account)]) {
        expect(readBankAccount(iban, 'ES')).toBe(iban)
        expect(readBankAccount(changed(iban, at), 'ES')).toBeUndefined()
      }
      const own = clabe('032', '180', account)
      expect(readBankAccount(own, 'MX')).toBe(own)
      expect(readBankAccount(changed(own, at), 'MX')).toBeUndefined()
    }),
  )
})

// The rule: two check digits are the first ten as a number by 97; a number under ten million counts without its leading zero.
test('checks the digits of low and high Spanish social security numbers', () => {
  const checked = (ten: string, whole: number): string => ten + String(whole % 97).padStart(2, '0')
  const low = checked('2801234567', 281_234_567)
  const high = checked('2812345678', 2_812_345_678)
  expect(readSocialSecurity(`${low.slice(0, 2)}/${low.slice(2, 10)}-${low.slice(10)}`, 'ES')).toBe(low)
  expect(readSocialSecurity(high, 'ES')).toBe(high)
  for (const wrong of [low, high].map((text) => text.slice(0, 11) + ((Number(text[11]) + 1) % 10)))
    expect(readSocialSecurity(wrong, 'ES')).toBeUndefined()
  expect(readSocialSecurity('11234567890', 'PT')).toBe('11234567890')
  expect(readSocialSecurity('31234567890', 'PT')).toBeUndefined()
  expect(readSocialSecurity('12-34-56-7890-1', 'MX')).toBe('12345678901')
  expect(readSocialSecurity('1234567890', 'MX')).toBeUndefined()
})

test('reads a domestic phone without country code and requires it for foreign ones', () => {
  expect(readPhone('600 11 22 33', 'ES')).toBe('+34600112233')
  expect(readPhone('(+34) 600-112-233', 'ES')).toBe('+34600112233')
  expect(readPhone('0034600112233', 'ES')).toBe('+34600112233')
  expect(readPhone('+351 912 345 678', 'ES')).toBe('+351912345678')
  expect(readPhone('912345678', 'PT')).toBe('+351912345678')
  expect(readPhone('55 1234 5678', 'MX')).toBe('+525512345678')
  for (const wrong of ['12345', '500112233', '+34 12', '+0 123 456 789']) expect(readPhone(wrong, 'ES')).toBeUndefined()
})
