import type { DayNumber } from '#rules/calendar.ts'
import { randomStreams, type SeedFirm } from './firm.ts'
import { createRandom, drawFrom, getEvenShare } from './random.ts'
import type { SeedStaff } from './staff.ts'

/** Each trait of a client has a quota of its own, so that every state is met in a firm of any size. */
export const traitNumbers = {
  company: 0,
  channel: 1,
  kyc: 2,
  address: 3,
  document: 4,
  lopd: 5,
  form: 6,
  block: 7,
  household: 8,
  abroad: 9,
  advisor: 10,
  partner: 11,
  banker: 12,
  handover: 13,
  risk: 14,
  pep: 15,
  banks: 16,
  elsewhere: 17,
  child: 18,
} as const

/** What accounts and movements need to know of every client, in columns: half a million accounts ask for it. */
export type SeedClients = {
  count: number
  registeredOn: Int32Array
  company: Uint8Array
  alliance: Uint8Array
  /** Index of the place of the country. */
  place: Uint8Array
  zone: Uint8Array
  /** Indices of employees: who looks after the client now, and before the handover day (the same where there was none). */
  manager: Int16Array
  previousManager: Int16Array
  handover: Int32Array
  /** Index of the other one of a couple at one address, or -1. */
  spouse: Int32Array
  /** Of a minor the index of the second of their parents, a couple who come just before; else -1. */
  parent: Int32Array
}

/** The manager at the time of a booking. */
export const getManagerOn = (clients: SeedClients, client: number, day: DayNumber): number =>
  day < clients.handover[client]! ? clients.previousManager[client]! : clients.manager[client]!

const coupleShare = 0.105
const childShare = 0.2

/** Clients come in order of registration, couples one after the other, and a child of theirs next. */
export const planClients = (firm: SeedFirm, staff: SeedStaff): SeedClients => {
  const count = firm.size.clients
  const clients: SeedClients = {
    count,
    registeredOn: new Int32Array(count),
    company: new Uint8Array(count),
    alliance: new Uint8Array(count),
    place: new Uint8Array(count),
    zone: new Uint8Array(count),
    manager: new Int16Array(count),
    previousManager: new Int16Array(count),
    handover: new Int32Array(count),
    spouse: new Int32Array(count).fill(-1),
    parent: new Int32Array(count).fill(-1),
  }
  const { places, zones } = firm.country
  const zoneOf = places.map((place) => zones.indexOf(place.zone))
  const indexOf = new Map(places.map((place, n) => [place, n]))
  const random = createRandom(firm.salt, randomStreams.facts, 0)
  for (let n = 0; n < count; n++) {
    clients.registeredOn[n] = firm.seasons.getDayAtShare((n + random()) / count)
    clients.company[n] = getEvenShare(n, traitNumbers.company) < 0.06 ? 1 : 0
    clients.alliance[n] = getEvenShare(n, traitNumbers.channel) < 0.1 ? 1 : 0
    const place = indexOf.get(firm.country.drawPlace(random()))!
    const team = staff.inZone[zoneOf[place]!]!.manager
    const first = drawFrom(random, team)
    const since = clients.registeredOn[n]!
    const couple =
      n % 2 === 1 &&
      getEvenShare(n >> 1, traitNumbers.household) < coupleShare &&
      !clients.company[n] &&
      !clients.company[n - 1] &&
      clients.parent[n - 1]! < 0
    const child =
      n > 1 &&
      !clients.company[n] &&
      clients.spouse[n - 1] === n - 2 &&
      getEvenShare(n >> 1, traitNumbers.child) < childShare
    if (child) clients.parent[n] = n - 1
    if (couple) {
      clients.spouse[n] = n - 1
      clients.spouse[n - 1] = n
    }
    const family = couple || child
    clients.place[n] = family ? clients.place[n - 1]! : place
    clients.zone[n] = zoneOf[clients.place[n]!]!
    clients.previousManager[n] = family ? clients.previousManager[n - 1]! : first
    clients.manager[n] = clients.previousManager[n]!
    clients.handover[n] = since
    const wait = Math.floor(random() * (firm.today - since))
    const other = drawFrom(random, staff.inZone[clients.zone[n]!]!.manager)
    if (getEvenShare(n, traitNumbers.handover) < 0.15 && wait > 90 && other !== clients.manager[n]) {
      clients.manager[n] = other
      clients.handover[n] = since + wait
    }
  }
  return clients
}
