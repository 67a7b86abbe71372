import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildClabe, buildPortugueseIban, buildSpanishIban } from '#rules/identity-numbers.ts'
import { parseBankAccount, parsePhone, parseSocialSecurity } from './personal-numbers.ts'

test('reads bank accounts with any separators and refuses a wrong digit', () => {
  expect(parseBankAccount('es91 2100 0418 4502 0005 1332', 'ES')).toBe('ES9121000418450200051332')
  expect(parseBankAccount('PT50-0002-0123-1234-5678-9015-4', 'ES')).toBe('PT50000201231234567890154')
  expect(parseBankAccount('DE89370400440532013000', 'PT')).toBe('DE89370400440532013000')
  expect(parseBankAccount('032180000118359719', 'MX')).toBe('032180000118359719')
  const pasted = ['IBAN ES91 2100 0418 4502 0005 1332', 'IBAN: ES9121000418450200051332']
  const separated = ['\u00a0', '\u202f', '.', '/'].map((sign) =>
    ['ES91', '2100', '0418', '4502', '0005', '1332'].join(sign),
  )
  for (const text of [...pasted, ...separated]) expect(parseBankAccount(text, 'ES')).toBe('ES9121000418450200051332')
  for (const wrong of ['ES9121000418450200051333', 'ES91210004184502000513', '032180000118359719', '', '<script>'])
    expect(parseBankAccount(wrong, 'ES')).toBeUndefined()
  for (const wrong of ['032180000118359718', 'ES9121000418450200051332', '03218000011835971', '0'.repeat(18)])
    expect(parseBankAccount(wrong, 'MX')).toBeUndefined()
})

test('reads every invented bank account and refuses any changed digit', () => {
  const number = fc.nat(999_999_999)
  const changed = (account: string, at: number): string => {
    const place = account.length - 1 - (at % 8)
    return account.slice(0, place) + ((Number(account[place]) + 1) % 10) + account.slice(place + 1)
  }
  fc.assert(
    fc.property(number, fc.nat(9999), fc.nat(7), (account, branch, at) => {
      for (const iban of [buildSpanishIban('2100', branch, account), buildPortugueseIban('0002', branch, account)]) {
        expect(parseBankAccount(iban, 'ES')).toBe(iban)
        expect(parseBankAccount(changed(iban, at), 'ES')).toBeUndefined()
      }
      const own = buildClabe('032', '180', account)
      expect(parseBankAccount(own, 'MX')).toBe(own)
      expect(parseBankAccount(changed(own, at), 'MX')).toBeUndefined()
    }),
  )
})

// The rule: two check digits are the first ten as a number by 97; a number under ten million counts without its leading zero.
test('checks the digits of low and high Spanish social security numbers', () => {
  const checked = (ten: string, whole: number): string => ten + String(whole % 97).padStart(2, '0')
  const low = checked('2801234567', 281_234_567)
  const high = checked('2812345678', 2_812_345_678)
  expect(parseSocialSecurity(`${low.slice(0, 2)}/${low.slice(2, 10)}-${low.slice(10)}`, 'ES')).toBe(low)
  expect(parseSocialSecurity(high, 'ES')).toBe(high)
  for (const wrong of [low, high].map((text) => text.slice(0, 11) + ((Number(text[11]) + 1) % 10)))
    expect(parseSocialSecurity(wrong, 'ES')).toBeUndefined()
  expect(parseSocialSecurity('11234567890', 'PT')).toBe('11234567890')
  expect(parseSocialSecurity('31234567890', 'PT')).toBeUndefined()
  expect(parseSocialSecurity('12-34-56-7890-1', 'MX')).toBe('12345678901')
  expect(parseSocialSecurity('1234567890', 'MX')).toBeUndefined()
})

test('reads a domestic phone without country code and requires it for foreign ones', () => {
  expect(parsePhone('600 11 22 33', 'ES')).toBe('+34600112233')
  expect(parsePhone('(+34) 600-112-233', 'ES')).toBe('+34600112233')
  expect(parsePhone('0034600112233', 'ES')).toBe('+34600112233')
  expect(parsePhone('+351 912 345 678', 'ES')).toBe('+351912345678')
  expect(parsePhone('912345678', 'PT')).toBe('+351912345678')
  expect(parsePhone('55 1234 5678', 'MX')).toBe('+525512345678')
  for (const wrong of ['12345', '500112233', '+34 12', '+0 123 456 789'])
    expect(parsePhone(wrong, 'ES')).toBeUndefined()
})
