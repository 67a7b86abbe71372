import type { SeedPlace } from './countries/country.ts'
import { drawBetween, drawFrom, type RandomSource } from './random.ts'

const drawDigits = (random: RandomSource, digits: number): string => {
  let number = ''
  while (number.length < digits) number += Math.floor(random() * 10)
  return number
}

/** A mobile of the country's form, with its prefix and no spaces. Mexico's have no range of their own: they carry the city's digits. */
export const drawMobileNumber = (code: 'ES' | 'PT' | 'MX', place: SeedPlace, random: RandomSource): string => {
  if (code === 'ES')
    return `+34${random() < 0.88 ? '6' : `7${drawBetween(random, 1, 4)}`}${drawDigits(random, 8)}`.slice(0, 12)
  if (code === 'PT') return `+3519${drawFrom(random, ['1', '2', '3', '6'])}${drawDigits(random, 7)}`
  return `+52${place.dialling}${drawBetween(random, 1, 9)}${drawDigits(random, 9 - place.dialling.length)}`
}

/** A landline of the place. */
export const drawLandlineNumber = (code: 'ES' | 'PT' | 'MX', place: SeedPlace, random: RandomSource): string => {
  if (code === 'MX') return drawMobileNumber(code, place, random)
  return `+${code === 'ES' ? '34' : '351'}${place.dialling}${drawDigits(random, 9 - place.dialling.length)}`
}
