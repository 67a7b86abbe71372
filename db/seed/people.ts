import type { SeedFirm } from './firm.ts'
import { drawFrom, type RandomSource } from './random.ts'

export const drawGivenName = (firm: SeedFirm, woman: boolean, random: RandomSource): string =>
  (woman ? firm.country.drawFemaleName : firm.country.drawMaleName)(random())

/** Spain and Mexico: father's and mother's. Portugal: the mother's first, the father's last, and some with one of each grandparent. */
export const drawSurname = (firm: SeedFirm, random: RandomSource): string => {
  const one = firm.country.drawSurname(random())
  const two = firm.country.drawSurname(random())
  if (firm.code !== 'PT') return `${one} ${two}`
  const joined = random() < 0.12 ? `${one} e ${two}` : `${one} ${two}`
  return random() < 0.2 ? `${firm.country.drawSurname(random())} ${joined}` : joined
}

/** With the legal form of the firm's country. */
export const drawCompanyName = (firm: SeedFirm, random: RandomSource): string => {
  const trade = drawFrom(random, firm.country.companyTrades)
  const whose =
    random() < 0.55
      ? `${firm.country.drawSurname(random())} ${firm.country.drawSurname(random())}`
      : firm.country.drawPlace(random()).city
  return `${trade} ${whose}, ${firm.country.drawCompanySuffix(random())}`
}

/** Most between 35 and 70, from 19 to 94. */
export const drawAge = (random: RandomSource): number => {
  const age = 51 + 15 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return age < 19 || age > 94 ? 19 + random() * 60 : age
}
