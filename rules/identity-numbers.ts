/** Identity numbers and bank accounts with right check digits. Normalised: upper case, no separators. */

const dniLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'
const padDigits = (value: number, width: number): string => String(value).padStart(width, '0')

export const buildDni = (number: number): string => padDigits(number, 8) + dniLetters[number % 23]

/** X, Y or Z by the first digit of the eight. */
export const buildNie = (number: number): string => {
  const eight = number % 30_000_000
  return 'XYZ'[Math.floor(eight / 10_000_000)] + padDigits(eight % 10_000_000, 7) + dniLetters[eight % 23]
}

/** A company's number: its control is a digit for A, B, E and H, which are the ones used here. */
export const buildCif = (form: 'A' | 'B' | 'E' | 'H', number: number): string => {
  const seven = padDigits(number % 10_000_000, 7)
  let sum = 0
  for (const [n, digit] of [...seven].entries()) {
    const doubled = Number(digit) * 2
    sum += n % 2 === 0 ? Math.floor(doubled / 10) + (doubled % 10) : Number(digit)
  }
  return form + seven + ((10 - (sum % 10)) % 10)
}

/** Portugal's number, of people and of companies: the first digit tells which. */
export const buildPortugueseNif = (eightDigits: number): string => {
  const eight = padDigits(eightDigits, 8)
  let sum = 0
  for (const [n, digit] of [...eight].entries()) sum += Number(digit) * (9 - n)
  const rest = sum % 11
  return eight + (rest < 2 ? 0 : 11 - rest)
}

const toPlainLetters = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, (mark) => (mark === '\u0303' ? mark : ''))
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^A-ZÑ ]/g, '')

const vowelPattern = /[AEIOU]/
const consonantPattern = /[BCDFGHJKLMNÑPQRSTVWXYZ]/
const findInnerLetter = (word: string, pattern: RegExp): string =>
  [...word].slice(1).find((letter) => pattern.test(letter)) ?? 'X'
const nameParticles = new Set(['DE', 'LA', 'LAS', 'LOS', 'DEL', 'Y', 'MC', 'MAC', 'VON', 'VAN'])
const selectSurnameWord = (text: string): string =>
  toPlainLetters(text)
    .split(' ')
    .find((word) => !nameParticles.has(word)) ?? 'X'
/** José and María tell nothing where a second given name follows. */
const selectGivenName = (text: string): string => {
  const words = toPlainLetters(text)
    .split(' ')
    .filter((word) => !nameParticles.has(word))
  return (words.length > 1 && /^(JOSE|MARIA|MA|J)$/.test(words[0]!) ? words[1] : words[0]) ?? 'X'
}
const offensiveCurpPrefixes = new Set(
  'BACA BAKA BUEI BUEY CACA CACO CAGA CAGO CAKA COGE COGI COJA COJE COJI COJO COLA CULO FALO FETO GETA GUEI GUEY JETA JOTO KACA KACO KAGA KAGO KOGE KOGI KOJA KOJE KOJI KOJO KOLA KULO LILO LOCA LOCO LOKA LOKO MAME MAMO MEAR MEAS MEON MIAR MION MOCO MOKO MULA MULO NACA NACO PEDA PEDO PENE PIPI PITO POPO PUTA PUTO QULO RATA ROBA ROBE ROBO RUIN SENO TETA VACA VAGA VAGO VAKA VUEI VUEY WUEI WUEY'.split(
    ' ',
  ),
)

type MexicanPerson = {
  name: string
  paternalSurname: string
  maternalSurname: string
  /** 'YYYY-MM-DD' */
  born: string
  woman: boolean
  /** Two letters, NE for somebody born abroad. */
  state: string
  /** Tells apart those who would have the same number: 0 to 9. */
  sequenceDigit: number
}

/** Eighteen characters by the Mexican register of the population (RENAPO): initials, birth, sex, state, inner consonants, control digit. */
export const buildCurp = (person: MexicanPerson): string => {
  const paternal = selectSurnameWord(person.paternalSurname)
  const maternal = selectSurnameWord(person.maternalSurname)
  const given = selectGivenName(person.name)
  const start = (paternal[0]! + findInnerLetter(paternal, vowelPattern) + maternal[0] + given[0]).replaceAll('Ñ', 'X')
  const [year, month, day] = person.born.split('-') as [string, string, string]
  const body =
    (offensiveCurpPrefixes.has(start) ? `${start[0]}X${start.slice(2)}` : start) +
    year.slice(2) +
    month +
    day +
    (person.woman ? 'M' : 'H') +
    person.state +
    (
      findInnerLetter(paternal, consonantPattern) +
      findInnerLetter(maternal, consonantPattern) +
      findInnerLetter(given, consonantPattern)
    ).replaceAll('Ñ', 'X') +
    (Number(year) < 2000 ? person.sequenceDigit : 'ABCDEFGHIJ'[person.sequenceDigit])
  const order = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'
  let sum = 0
  for (const [n, letter] of [...body].entries()) sum += order.indexOf(letter) * (18 - n)
  return body + ((10 - (sum % 10)) % 10)
}

/** A Mexican company's RFC: three letters, the day it was founded, two that tell it apart (the first is never beyond V), and the check digit. */
export const buildCompanyRfc = (letters: string, founded: string, nth: number): string => {
  const signs = '123456789ABCDEFGHIJKLMNPQRSTUVWXYZ'
  const body =
    letters +
    founded.slice(2, 4) +
    founded.slice(5, 7) +
    founded.slice(8, 10) +
    signs[Math.floor(nth / 34) % 30] +
    signs[nth % 34]
  const order = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'
  let sum = order.indexOf(' ') * 13
  for (const [n, letter] of [...body].entries()) sum += order.indexOf(letter) * (12 - n)
  const rest = sum % 11
  return body + (rest === 0 ? '0' : rest === 1 ? 'A' : String(11 - rest))
}

const modulo97 = (number: string): number => {
  let rest = 0
  for (const letter of number) rest = Number(`${rest}${letter}`) % 97
  return rest
}
/** Check digits of an IBAN; the letters of the country count A = 10 to Z = 35. */
const buildIban = (country: 'ES' | 'PT', rest: string): string => {
  const letters = [...country].map((letter) => letter.charCodeAt(0) - 55).join('')
  return country + padDigits(98 - modulo97(`${rest}${letters}00`), 2) + rest
}

/** `bank` is its code of four digits; account with the two control digits of the CCC, and those of ISO 13616. */
export const buildSpanishIban = (bank: string, branch: number, account: number): string => {
  const control = (text: string): number => {
    let sum = 0
    for (const [n, digit] of [...text].entries()) sum += Number(digit) * [1, 2, 4, 8, 5, 10, 9, 7, 3, 6][n]!
    const rest = 11 - (sum % 11)
    return rest === 11 ? 0 : rest === 10 ? 1 : rest
  }
  const office = padDigits(branch, 4)
  const number = padDigits(account, 10)
  return buildIban('ES', `${bank}${office}${control(`00${bank}${office}`)}${control(number)}${number}`)
}

/** `bank` is its code of four digits; account with the two control digits of the NIB, and those of ISO 13616. */
export const buildPortugueseIban = (bank: string, branch: number, account: number): string => {
  const body = bank + padDigits(branch, 4) + padDigits(account, 11)
  return buildIban('PT', body + padDigits(98 - modulo97(`${body}00`), 2))
}

/** Mexico's interbank account: bank, city, account, check digit. */
export const buildClabe = (bank: string, city: string, account: number): string => {
  const body = bank + city + padDigits(account, 11)
  let sum = 0
  for (const [n, digit] of [...body].entries()) sum += (Number(digit) * [3, 7, 1][n % 3]!) % 10
  return body + ((10 - (sum % 10)) % 10)
}

/** Spain's social security: province, a number of eight digits without a zero before it, and both together by 97. */
export const buildSpanishSocialSecurity = (province: string, number: number): string =>
  province + number + padDigits(Number(`${province}${number}`) % 97, 2)

/** Portugal's: ten digits, the first of people a 1 or a 2, and a check digit over weights that are primes. */
export const buildPortugueseSocialSecurity = (tenDigits: number): string => {
  const ten = padDigits(tenDigits, 10)
  let sum = 0
  for (const [n, digit] of [...ten].entries()) sum += Number(digit) * [29, 23, 19, 17, 13, 11, 7, 5, 3, 2][n]!
  return ten + (9 - (sum % 10))
}

/** Mexico's: office, years of entry and birth, a number of that year, and Luhn's check digit. */
export const buildMexicanSocialSecurity = (office: number, entered: number, born: number, nth: number): string => {
  const body = padDigits(office, 2) + padDigits(entered % 100, 2) + padDigits(born % 100, 2) + padDigits(nth, 4)
  let sum = 0
  for (const [n, digit] of [...body].entries()) {
    const value = Number(digit) * (n % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return body + ((10 - (sum % 10)) % 10)
}
