import { isoDay } from '#rules/calendar.ts'
import { cif, clabe, companyRfc, curp, dni, ibanPortugal, ibanSpain, nie, nif } from '#rules/identity.ts'
import { searchText } from '#rules/search-text.ts'
import { type Clients, traits } from './clients.ts'
import type { Firm } from './firm.ts'
import { companyName, givenName, surname } from './people.ts'
import { between, evenly, pick, type Random } from './random.ts'

/** Cities abroad for the few clients who live there. */
const abroad = [
  { country: 'FR', city: 'Paris', postcode: '75008', street: 'Rue de Rivoli' },
  { country: 'DE', city: 'Berlin', postcode: '10117', street: 'Friedrichstraße' },
  { country: 'GB', city: 'London', postcode: 'SW1A 1AA', street: 'Victoria Street' },
  { country: 'US', city: 'Miami', postcode: '33131', street: 'Brickell Avenue' },
  { country: 'AD', city: 'Andorra la Vella', postcode: 'AD500', street: 'Avinguda Meritxell' },
] as const
export const abroadOf = (n: number) => abroad[n % abroad.length]!

/** Whether a client was born in another country, and lives in one. Companies are of ours. */
export const originOf = (clients: Clients, n: number): { bornAbroad: boolean; livesAbroad: boolean } => {
  const at = clients.company[n] === 1 ? 1 : evenly(n, traits.abroad)
  return { bornAbroad: at < 0.085, livesAbroad: at < 0.025 }
}

/** A number that no other client has: a walk through the range by a step that shares no divisor with it. */
const unique = (firm: Firm, index: number, range: number): number =>
  (firm.salt + (firm.first.client % 1e9) + index * 7_368_787) % range

export type Who = {
  firm: Firm
  n: number
  random: Random
  company: boolean
  bornAbroad: boolean
  livesAbroad: boolean
  taken: Set<string>
}
export type Person = { name: string; surname: string; woman: boolean; born: string | null; state: string }

export const identityOf = (
  { firm, n, random, company, bornAbroad, livesAbroad, taken }: Who,
  person: Person,
): readonly [string, string] => {
  if (livesAbroad && !company) return ['passport', `P${String(unique(firm, n, 9_000_000)).padStart(8, '0')}`]
  if (firm.code === 'ES') {
    if (company) return ['cif', cif(random() < 0.8 ? 'B' : 'A', unique(firm, n, 9_000_000) + 1_000_000)]
    return bornAbroad
      ? ['nie', nie(unique(firm, n, 30_000_000))]
      : ['dni', dni(unique(firm, n, 60_000_000) + 10_000_000)]
  }
  if (firm.code === 'PT')
    return company
      ? ['nipc', nif(50_000_000 + unique(firm, n, 9_000_000))]
      : ['nif', nif(10_000_000 + unique(firm, n, 20_000_000))]
  for (let nth = 0; ; nth++) {
    const letters = searchText(person.name)
      .replaceAll(/[^a-z]/g, '')
      .toUpperCase()
      .slice(0, 3)
    const [paternal = '', maternal = ''] = person.surname.split(' ')
    const number = company
      ? companyRfc(letters, isoDay(firm.opening - 200 - unique(firm, n, 9_000)), nth * 31 + (n % 31))
      : curp({
          name: person.name,
          paternal,
          maternal,
          born: person.born!,
          woman: person.woman,
          state: person.state,
          nth: nth % 10,
        })
    if (!taken.has(number)) {
      taken.add(number)
      return [company ? 'rfc' : 'curp', number]
    }
    // The same initials and birthday for the eleventh time: another place of birth tells them apart.
    if (nth > 9) person.state = 'NE'
  }
}

export const bankNumber = (firm: Firm, bankCity: string, random: Random): string => {
  const bank = firm.country.banks(random())
  const account = Math.floor(random() * 9_999_999_999)
  if (firm.code === 'ES') return ibanSpain(bank, between(random, 1, 9800), account)
  if (firm.code === 'PT') return ibanPortugal(bank, between(random, 1, 999), account)
  return clabe(bank, bankCity, account)
}

export const streetOf = (firm: Firm, random: Random): string => {
  const street = pick(random, firm.country.streets)
  const number = between(random, 1, 140)
  if (firm.code === 'MX') return `${street} ${number}${random() < 0.3 ? ` int. ${between(random, 1, 40)}` : ''}`
  const floor =
    random() < 0.75
      ? `, ${between(random, 1, 9)}.º ${firm.code === 'ES' ? pick(random, ['A', 'B', 'C', 'D', 'izda.', 'dcha.']) : pick(random, ['Esq.', 'Dto.', 'Frente'])}`
      : ''
  return `${street}, ${number}${floor}`
}

/** How long the document is good for: permanent for most of the old, and at any size some that have run out or are about to. */
export const validity = (
  firm: Firm,
  n: number,
  age: number,
  random: Random,
): { permanent: boolean; until: string | null } => {
  const at = evenly(n, traits.document)
  if (at < 0.03) return { permanent: false, until: null }
  if (at < 0.1) return { permanent: false, until: isoDay(firm.today - between(random, 1, 900)) }
  if (at < 0.135) return { permanent: false, until: isoDay(firm.today + between(random, 0, 59)) }
  if (age >= 70) return { permanent: true, until: null }
  return { permanent: false, until: isoDay(firm.today + between(random, 61, 3600)) }
}

export const emailOf = (firm: Firm, person: Person, company: boolean, random: Random): string => {
  const plain = (text: string) => searchText(text).replaceAll(/[^a-z0-9]/g, '')
  if (company)
    return `${pick(random, ['info', 'administracion', 'contacto'])}@${plain(person.name.split(',')[0]!)}.example`
  const [first = ''] = person.surname.split(' ')
  const number = random() < 0.6 ? String(between(random, 1, 99)) : ''
  return `${plain(person.name.split(' ')[0]!)}.${plain(first)}${number}@${pick(random, ['example.com', 'example.net', `correo.${firm.domain}`])}`
}

export const personOf = ({ firm, random, company, bornAbroad }: Who, homeState: string, age: number): Person => {
  const woman = random() < 0.49
  const born = company ? null : isoDay(firm.today - Math.floor(age * 365.2425))
  if (company) return { name: companyName(firm, random), surname: '', woman, born, state: homeState }
  return {
    name: givenName(firm, woman, random),
    surname: surname(firm, random),
    woman,
    born,
    state: bornAbroad ? 'NE' : homeState || 'NE',
  }
}
