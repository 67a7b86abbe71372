import { isValidIBAN } from 'ibantools'
import { stdnum } from 'stdnum'
import { describe, expect, it } from 'vitest'
import { publishedNumbers } from '#test/fixtures/published-numbers.ts'
import {
  buildCif,
  buildClabe,
  buildCompanyRfc,
  buildCurp,
  buildDni,
  buildMexicanSocialSecurity,
  buildNie,
  buildPortugueseIban,
  buildPortugueseNif,
  buildPortugueseSocialSecurity,
  buildSpanishIban,
  buildSpanishSocialSecurity,
} from './identity-numbers.ts'

describe('published identity numbers', () => {
  it.each(publishedNumbers.dni)('computes the check letter of DNI %s', (number) => {
    expect(buildDni(Number(number.slice(0, 8)))).toBe(number)
  })
  it.each(publishedNumbers.nie)('computes the check letter of NIE %s', (number) => {
    expect(buildNie(Number('XYZ'.indexOf(number[0]!) + number.slice(1, 8)))).toBe(number)
  })
  it.each(publishedNumbers.cif)('computes the check character of CIF %s', (number) => {
    expect(buildCif(number[0] as 'A', Number(number.slice(1, 8)))).toBe(number)
  })
  it.each(publishedNumbers.clabe)('computes the check digit of CLABE %s', (number) => {
    expect(buildClabe(number.slice(0, 3), number.slice(3, 6), Number(number.slice(6, 17)))).toBe(number)
  })
})

const sampleNumbers = Array.from({ length: 300 }, (_, n) => (n * 48_271) % 100_003)
const expectAllValid = (numbers: string[], check: (number: string) => boolean) =>
  expect(numbers.filter((number) => !check(number))).toEqual([])

describe('invented numbers', () => {
  it('invents valid DNI, NIE, CIF and IBAN numbers for Spain', () => {
    expectAllValid(
      sampleNumbers.map((n) => buildDni(n * 997)),
      (number) => stdnum.ES!.dni!.validate(number).isValid,
    )
    expectAllValid(
      sampleNumbers.map((n) => buildNie(n * 299)),
      (number) => stdnum.ES!.nie!.validate(number).isValid,
    )
    expectAllValid(
      sampleNumbers.map((n) => buildCif(n % 2 ? 'A' : 'B', n * 91)),
      (number) => stdnum.ES!.cif!.validate(number).isValid,
    )
    expectAllValid(
      sampleNumbers.map((n) => buildSpanishIban('2100', n % 9999, n * 12_345)),
      isValidIBAN,
    )
  })
  it('invents valid social security numbers', () => {
    expectAllValid(
      sampleNumbers.map((n) => buildSpanishSocialSecurity('28', 10_000_000 + n * 877)),
      (number) => stdnum.ES!.nss!.validate(number).isValid,
    )
    // Luhn, from the end: every second digit doubled, and its digits added.
    const luhn = (number: string) =>
      [...number].reverse().reduce((sum, digit, n) => {
        const value = Number(digit) * (1 + (n % 2))
        return sum + Math.floor(value / 10) + (value % 10)
      }, 0) % 10
    expectAllValid(
      sampleNumbers.map((n) => buildMexicanSocialSecurity(n % 90, 2010 + (n % 10), 1960 + (n % 40), n % 10_000)),
      (number) => /^\d{11}$/.test(number) && luhn(number) === 0,
    )
    expectAllValid(
      sampleNumbers.map((n) => buildPortugueseSocialSecurity(1_000_000_000 + n)),
      (number) => /^1\d{10}$/.test(number),
    )
  })
  it('invents valid NIF and IBAN numbers for Portugal', () => {
    expectAllValid(
      sampleNumbers.map((n) => buildPortugueseNif(20_000_000 + n)),
      (number) => stdnum.PT!.nif!.validate(number).isValid,
    )
    expectAllValid(
      sampleNumbers.map((n) => buildPortugueseNif(50_000_000 + n)),
      (number) => stdnum.PT!.nif!.validate(number).isValid,
    )
    const ibans = sampleNumbers.map((n) => buildPortugueseIban('0035', n % 999, n * 12_345))
    expectAllValid(ibans, isValidIBAN)
    expect(new Set(ibans.map((iban) => iban.slice(2, 4)))).toEqual(new Set(['50']))
  })
  it('invents valid CURP, RFC and CLABE numbers for Mexico', () => {
    const person = {
      name: 'María Fernanda',
      paternalSurname: 'Muñoz',
      maternalSurname: 'Ibarra',
      woman: true,
      state: 'JC',
    }
    const born = (n: number) => `${1940 + (n % 70)}-0${1 + (n % 9)}-1${n % 10}`
    expectAllValid(
      sampleNumbers.map((n) => buildCurp({ ...person, born: born(n), sequenceDigit: n % 10 })),
      (number) => stdnum.MX!.curp!.validate(number).isValid,
    )
    expectAllValid(
      sampleNumbers.map((n) => buildCompanyRfc('ABC', born(n), n)),
      (number) => stdnum.MX!.rfc!.validate(number).isValid,
    )
    expectAllValid(
      sampleNumbers.map((n) => buildClabe('012', '180', n * 12_345)),
      (number) => stdnum.MX!.clabe!.validate(number).isValid,
    )
  })
  it('a CURP takes its letters by the official rules', () => {
    const one = { born: '1990-05-17', woman: false, state: 'NL', sequenceDigit: 0 }
    expect(buildCurp({ ...one, name: 'José Luis', paternalSurname: 'Pérez', maternalSurname: 'Nava' })).toMatch(
      /^PENL900517HNLRVS0\d$/,
    )
    expect(buildCurp({ ...one, name: 'Íñigo', paternalSurname: 'Ñúñez', maternalSurname: 'de la Luz' })).toMatch(
      /^XULI900517HNL[XÑ]ZX?/,
    )
    expect(buildCurp({ ...one, name: 'Ernesto', paternalSurname: 'Peña', maternalSurname: 'Nava' })).toMatch(
      /^PXNE900517HNLXVR0\d$/,
    )
  })
})
