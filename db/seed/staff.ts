import type { StaffPosition } from '#db/types.ts'
import { addMonths, type DayNumber, toIsoDate } from '#rules/calendar.ts'
import { toSearchText } from '#rules/search-text.ts'
import { formatCopyRow } from './copy.ts'
import { formatCvl, randomStreams, type SeedFirm } from './firm.ts'
import { drawGivenName, drawSurname } from './people.ts'
import { drawMobileNumber } from './phones.ts'
import { createRandom, type RandomSource } from './random.ts'
import { getSubcompanyIndex } from './subcompanies.ts'

export type SeedEmployee = {
  cvl: string
  name: string
  surname: string
  email: string
  phone: string
  position: StaffPosition
  office: number
  zone: number
  /** Index of whom they report to; null at the top. */
  supervisor: number | null
  woman: boolean
  hiredOn: DayNumber
  /** The last day, of who is leaving. */
  leavesOn: DayNumber | null
}

export type SeedStaff = {
  zones: readonly string[]
  offices: readonly { name: string; zone: number; city: string }[]
  employees: readonly SeedEmployee[]
  /** Indices of the employees of a zone who look after clients. */
  inZone: readonly Record<'manager' | 'partner' | 'advisor' | 'banker', readonly number[]>[]
}

/** Shares out so many people over the zones by their weight, at least one each while they last. */
const splitByZone = (many: number, weights: readonly number[]): number[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const counts = weights.map((weight) => Math.floor((many * weight) / total))
  const order = weights
    .map((_, n) => n)
    .sort((a, b) => (counts[a] === 0 ? 0 : 1) - (counts[b] === 0 ? 0 : 1) || weights[b]! - weights[a]!)
  let left = many - counts.reduce((sum, count) => sum + count, 0)
  for (let n = 0; left > 0; n++, left--) counts[order[n % order.length]!]!++
  return counts
}

const listOffices = (firm: SeedFirm) =>
  firm.country.zones.flatMap((zone, n) =>
    firm.country.places
      .filter((place) => place.zone === zone)
      .slice(0, firm.size.officesPerZone)
      .map(({ city }) => ({ name: `Atalaya ${city}`, zone: n, city })),
  )

const createHiring = (firm: SeedFirm, employees: SeedEmployee[], random: RandomSource) => {
  const taken = new Set<string>()
  return (position: StaffPosition, office: number, zone: number, supervisor: number | null): number => {
    const woman = random() < 0.5
    const name = drawGivenName(firm, woman, random)
    const family = drawSurname(firm, random)
    const plain = toSearchText(`${name.split(' ')[0]}.${family.split(' ')[0]}`).replaceAll(' ', '')
    let local = plain
    for (let n = 2; taken.has(local); n++) local = `${plain}${n}`
    taken.add(local)
    const place = firm.country.places[0]!
    const index = employees.push({
      cvl: formatCvl(firm, firm.first.cvl + employees.length),
      name,
      surname: family,
      position,
      office,
      zone,
      supervisor,
      woman,
      leavesOn: null,
      email: `${local}@${firm.domain}`,
      phone: drawMobileNumber(firm.code, place, random),
      hiredOn: firm.opening - 30 - Math.floor(random() * 1500),
    })
    return index - 1
  }
}

/** Who came a short while ago and is still on probation, and who leaves next month: of each kind the last one that there is. */
const addStaffTurnover = (firm: SeedFirm, employees: readonly SeedEmployee[]): void => {
  const last = (position: StaffPosition) => employees.findLast((one) => one.position === position)!
  last('administration').hiredOn = firm.today - 38
  last('investments').hiredOn = firm.today - 74
  last('advisor').leavesOn = addMonths(firm.today, 1)
}

/** The firm's people: direction, territories, zones, managers, and under them advisors and bankers: a tree five deep. */
export const buildStaff = (firm: SeedFirm): SeedStaff => {
  const { size, country } = firm
  const random = createRandom(firm.salt, randomStreams.staff, 0)
  const offices = listOffices(firm)
  const employees: SeedEmployee[] = []
  const add = createHiring(firm, employees, random)
  const officesIn = (zone: number) => offices.flatMap((office, n) => (office.zone === zone ? [n] : []))
  const head = add('direction', 0, 0, null)
  const territories = Array.from({ length: size.territorial }, (_, n) =>
    add('supervisor', 0, n % country.zones.length, head),
  )
  for (const position of ['investments', 'hr', 'administration'] as const)
    for (let n = 0; n < size[position]; n++) add(position, 0, 0, head)
  const counts = {
    manager: splitByZone(size.managers, country.zoneWeights),
    partner: splitByZone(size.partners, country.zoneWeights),
    advisor: splitByZone(size.advisors, country.zoneWeights),
    banker: splitByZone(size.bankers, country.zoneWeights),
  }
  const inZone = country.zones.map((_, zone) => {
    const places = officesIn(zone)
    const office = (n: number) => places[n % places.length]!
    const supervisors = Array.from({ length: size.supervisorsPerZone }, (_, n) =>
      add('supervisor', office(n), zone, territories[zone % territories.length]!),
    )
    const under = (bosses: readonly number[], position: 'manager' | 'partner' | 'advisor' | 'banker') =>
      Array.from({ length: counts[position][zone]! }, (_, n) => {
        const superior = bosses[n % bosses.length]!
        return add(position, position === 'manager' ? office(n) : employees[superior]!.office, zone, superior)
      })
    const manager = under(supervisors, 'manager')
    return {
      manager,
      partner: under(supervisors, 'partner'),
      advisor: under(manager, 'advisor'),
      banker: under(manager, 'banker'),
    }
  })
  addStaffTurnover(firm, employees)
  return { zones: country.zones.map((zone) => `Zona ${zone}`), offices, employees, inZone }
}

export const employeeColumns =
  'id, cvl, name, surname, email, phone, position, office_id, supervisor_id, hired_on, terminated_on, subcompany_id'

/** Rows of a COPY. */
export const buildEmployeeRows = (firm: SeedFirm, staff: SeedStaff): string[] =>
  staff.employees.map((e, n) =>
    formatCopyRow([
      firm.first.employee + n,
      e.cvl,
      e.name,
      e.surname,
      e.email,
      e.phone,
      e.position,
      firm.first.office + e.office,
      e.supervisor === null ? null : firm.first.employee + e.supervisor,
      toIsoDate(e.hiredOn),
      e.leavesOn === null ? null : toIsoDate(e.leavesOn),
      firm.first.subcompany + getSubcompanyIndex(e),
    ]),
  )
