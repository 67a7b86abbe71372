import type { SeedFirm } from './firm.ts'
import { drawFrom, type RandomSource } from './random.ts'

export const drawGivenName = (firm: SeedFirm, woman: boolean, random: RandomSource): string =>
  (woman ? firm.country.women : firm.country.men)(random())

/** Spain and Mexico: father's and mother's. Portugal: the mother's first, the father's last, and some with one of each grandparent. */
export const drawSurname = (firm: SeedFirm, random: RandomSource): string => {
  const one = firm.country.surnames(random())
  const two = firm.country.surnames(random())
  if (firm.code !== 'PT') return `${one} ${two}`
  const joined = random() < 0.12 ? `${one} e ${two}` : `${one} ${two}`
  return random() < 0.2 ? `${firm.country.surnames(random())} ${joined}` : joined
}

export const drawCompanyName = (firm: SeedFirm, random: RandomSource): string => {
  const trade = drawFrom(random, firm.country.trades)
  const whose =
    random() < 0.55
      ? `${firm.country.surnames(random())} ${firm.country.surnames(random())}`
      : firm.country.place(random()).city
  return `${trade} ${whose}, ${firm.country.companyEnds(random())}`
}

/** Most between 35 and 70, from 19 to 94. */
export const drawAge = (random: RandomSource): number => {
  const age = 51 + 15 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return age < 19 || age > 94 ? 19 + random() * 60 : age
}
