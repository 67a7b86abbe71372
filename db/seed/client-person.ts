import { toIsoDate } from '#rules/calendar.ts'
import {
  buildCif,
  buildClabe,
  buildCompanyRfc,
  buildCurp,
  buildDni,
  buildNie,
  buildPortugueseIban,
  buildPortugueseNif,
  buildSpanishIban,
} from '#rules/identity-numbers.ts'
import { toSearchText } from '#rules/search-text.ts'
import { type SeedClients, traitNumbers } from './clients.ts'
import { randomStreams, type SeedFirm } from './firm.ts'
import { drawAge, drawCompanyName, drawGivenName, drawSurname } from './people.ts'
import { createRandom, drawBetween, drawFrom, getEvenShare, type RandomSource } from './random.ts'

/** Cities abroad for the few clients who live there. */
const foreignAddresses = [
  { country: 'FR', city: 'Paris', postcode: '75008', street: 'Rue de Rivoli' },
  { country: 'DE', city: 'Berlin', postcode: '10117', street: 'Friedrichstraße' },
  { country: 'GB', city: 'London', postcode: 'SW1A 1AA', street: 'Victoria Street' },
  { country: 'US', city: 'Miami', postcode: '33131', street: 'Brickell Avenue' },
  { country: 'AD', city: 'Andorra la Vella', postcode: 'AD500', street: 'Avinguda Meritxell' },
] as const
export const getForeignAddress = (n: number) => foreignAddresses[n % foreignAddresses.length]!

/** Whether a client was born in another country, and lives in one. Companies and minors are of ours. */
export const drawOrigin = (clients: SeedClients, n: number): { bornAbroad: boolean; livesAbroad: boolean } => {
  const at = clients.company[n] === 1 || clients.parent[n]! >= 0 ? 1 : getEvenShare(n, traitNumbers.abroad)
  return { bornAbroad: at < 0.085, livesAbroad: at < 0.025 }
}

/** A number that no other client has: a walk through the range by a step that shares no divisor with it. */
const getUniqueNumber = (firm: SeedFirm, index: number, range: number): number =>
  (firm.salt + (firm.first.client % 1e9) + index * 7_368_787) % range

export type ClientSeedContext = {
  firm: SeedFirm
  n: number
  random: RandomSource
  company: boolean
  bornAbroad: boolean
  livesAbroad: boolean
  taken: Set<string>
}
export type SeedPerson = { name: string; surname: string; woman: boolean; born: string | null; state: string }

/** Kind and number, with the control characters of the country; nobody else of the firm has the number. */
export const drawIdentity = (
  { firm, n, random, company, bornAbroad, livesAbroad, taken }: ClientSeedContext,
  person: SeedPerson,
): readonly [string, string] => {
  if (livesAbroad && !company) return ['passport', `P${String(getUniqueNumber(firm, n, 9_000_000)).padStart(8, '0')}`]
  if (firm.code === 'ES') {
    if (company) return ['cif', buildCif(random() < 0.8 ? 'B' : 'A', getUniqueNumber(firm, n, 9_000_000) + 1_000_000)]
    return bornAbroad
      ? ['nie', buildNie(getUniqueNumber(firm, n, 30_000_000))]
      : ['dni', buildDni(getUniqueNumber(firm, n, 60_000_000) + 10_000_000)]
  }
  if (firm.code === 'PT')
    return company
      ? ['nipc', buildPortugueseNif(50_000_000 + getUniqueNumber(firm, n, 9_000_000))]
      : ['nif', buildPortugueseNif(10_000_000 + getUniqueNumber(firm, n, 20_000_000))]
  for (let nth = 0; ; nth++) {
    const letters = toSearchText(person.name)
      .replaceAll(/[^a-z]/g, '')
      .toUpperCase()
      .slice(0, 3)
    const [paternal = '', maternal = ''] = person.surname.split(' ')
    const number = company
      ? buildCompanyRfc(letters, toIsoDate(firm.opening - 200 - getUniqueNumber(firm, n, 9_000)), nth * 31 + (n % 31))
      : buildCurp({
          name: person.name,
          paternalSurname: paternal,
          maternalSurname: maternal,
          born: person.born!,
          woman: person.woman,
          state: person.state,
          sequenceDigit: nth % 10,
        })
    if (!taken.has(number)) {
      taken.add(number)
      return [company ? 'rfc' : 'curp', number]
    }
    // The same initials and birthday for the eleventh time: another place of birth tells them apart.
    if (nth > 9) person.state = 'NE'
  }
}

/** An IBAN, in Mexico a CLABE, with its control digits. */
export const drawBankNumber = (firm: SeedFirm, bankCity: string, random: RandomSource): string => {
  const bank = firm.country.drawBank(random())
  const account = Math.floor(random() * 9_999_999_999)
  if (firm.code === 'ES') return buildSpanishIban(bank, drawBetween(random, 1, 9800), account)
  if (firm.code === 'PT') return buildPortugueseIban(bank, drawBetween(random, 1, 999), account)
  return buildClabe(bank, bankCity, account)
}

/** Street, number and floor, in the order of the firm's country. */
export const drawStreet = (firm: SeedFirm, random: RandomSource): string => {
  const street = drawFrom(random, firm.country.streetNames)
  const number = drawBetween(random, 1, 140)
  if (firm.code === 'MX') return `${street} ${number}${random() < 0.3 ? ` int. ${drawBetween(random, 1, 40)}` : ''}`
  const floor =
    random() < 0.75
      ? `, ${drawBetween(random, 1, 9)}.º ${firm.code === 'ES' ? drawFrom(random, ['A', 'B', 'C', 'D', 'izda.', 'dcha.']) : drawFrom(random, ['Esq.', 'Dto.', 'Frente'])}`
      : ''
  return `${street}, ${number}${floor}`
}

/** How long the document is good for: permanent for most of the old, and at any size some that have run out or are about to. */
export const drawIdentityValidity = (
  firm: SeedFirm,
  n: number,
  age: number,
  random: RandomSource,
): { permanent: boolean; until: string | null } => {
  const at = getEvenShare(n, traitNumbers.document)
  if (at < 0.03) return { permanent: false, until: null }
  if (at < 0.1) return { permanent: false, until: toIsoDate(firm.today - drawBetween(random, 1, 900)) }
  if (at < 0.135) return { permanent: false, until: toIsoDate(firm.today + drawBetween(random, 0, 59)) }
  if (age >= 70) return { permanent: true, until: null }
  return { permanent: false, until: toIsoDate(firm.today + drawBetween(random, 61, 3600)) }
}

/** At a domain that is reserved for examples: no mail leaves. */
export const drawEmail = (firm: SeedFirm, person: SeedPerson, company: boolean, random: RandomSource): string => {
  const plain = (text: string) => toSearchText(text).replaceAll(/[^a-z0-9]/g, '')
  if (company)
    return `${drawFrom(random, ['info', 'administracion', 'contacto'])}@${plain(person.name.split(',')[0]!)}.example`
  const [first = ''] = person.surname.split(' ')
  const number = random() < 0.6 ? String(drawBetween(random, 1, 99)) : ''
  return `${plain(person.name.split(' ')[0]!)}.${plain(first)}${number}@${drawFrom(random, ['example.com', 'example.net', `correo.${firm.domain}`])}`
}

const drawPerson = (
  { firm, random, company, bornAbroad }: ClientSeedContext,
  homeState: string,
  age: number,
): SeedPerson => {
  const woman = random() < 0.49
  const born = company ? null : toIsoDate(firm.today - Math.floor(age * 365.2425))
  if (company) return { name: drawCompanyName(firm, random), surname: '', woman, born, state: homeState }
  return {
    name: drawGivenName(firm, woman, random),
    surname: drawSurname(firm, random),
    woman,
    born,
    state: bornAbroad ? 'NE' : homeState || 'NE',
  }
}

/** Spain and Mexico: the father's first surname and the mother's. Portugal: the mother's last and the father's. */
const getChildSurname = ({ code }: SeedFirm, [one, other]: readonly [SeedPerson, SeedPerson]): string => {
  const [mother, father] = one.woman ? [one, other] : [other, one]
  if (code === 'PT') return [mother, father].map(({ surname }) => surname.split(' ').at(-1)).join(' ')
  return [father, mother].map(({ surname }) => surname.split(' ')[0]).join(' ')
}

/** Who the client of an index is, and how old: a minor who is a client since before has the name of their parents, and is at most seventeen. */
export const drawClientPerson = (who: ClientSeedContext, clients: SeedClients): { person: SeedPerson; age: number } => {
  const { firm, n, random } = who
  const place = firm.country.places[clients.place[n]!]!
  const parent = clients.parent[n]!
  const adult = drawAge(random)
  if (parent < 0) return { person: drawPerson(who, place.state, adult), age: adult }
  const since = (firm.today - clients.registeredOn[n]!) / 365.25
  const age = since + 0.2 + random() * Math.max(0, 17.3 - since)
  const drawParent = (index: number): SeedPerson => {
    const stream = createRandom(firm.salt, randomStreams.client, index)
    return drawClientPerson({ ...who, ...drawOrigin(clients, index), n: index, random: stream }, clients).person
  }
  const person = drawPerson(who, place.state, age)
  return { person: { ...person, surname: getChildSurname(firm, [drawParent(parent - 1), drawParent(parent)]) }, age }
}
