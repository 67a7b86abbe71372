import type { Place } from './countries/country.ts'
import { between, pick, type Random } from './random.ts'

const some = (random: Random, digits: number): string => {
  let number = ''
  while (number.length < digits) number += Math.floor(random() * 10)
  return number
}

/** A mobile of the country's form, with its prefix and no spaces. Mexico's have no range of their own: they carry the city's digits. */
export const mobile = (code: 'ES' | 'PT' | 'MX', place: Place, random: Random): string => {
  if (code === 'ES') return `+34${random() < 0.88 ? '6' : `7${between(random, 1, 4)}`}${some(random, 8)}`.slice(0, 12)
  if (code === 'PT') return `+3519${pick(random, ['1', '2', '3', '6'])}${some(random, 7)}`
  return `+52${place.dialling}${between(random, 1, 9)}${some(random, 9 - place.dialling.length)}`
}

/** A landline of the place. */
export const landline = (code: 'ES' | 'PT' | 'MX', place: Place, random: Random): string => {
  if (code === 'MX') return mobile(code, place, random)
  return `+${code === 'ES' ? '34' : '351'}${place.dialling}${some(random, 9 - place.dialling.length)}`
}
