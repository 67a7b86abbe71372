import { defaultLanguageByPrefix } from '#contract/core/languages.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import type { DayNumber } from '#rules/calendar.ts'
import { addMonths, parseDay } from '#rules/calendar.ts'
import type { SeedCountry } from './countries/country.ts'
import { mexico } from './countries/mexico.ts'
import { portugal } from './countries/portugal.ts'
import { spain } from './countries/spain.ts'
import { hashToSalt } from './random.ts'
import { buildSeasonCalendar, type SeasonCalendar } from './seasons.ts'

/** How large a firm is made. Territorial supervisors lead supervisors of zones, they lead managers, and these lead advisors and bankers. */
export type FirmSize = {
  clients: number
  accounts: number
  movements: number
  officesPerZone: number
  territorial: number
  supervisorsPerZone: number
  managers: number
  partners: number
  advisors: number
  bankers: number
  investments: number
  hr: number
  administration: number
}

const mediumStaffSize = {
  officesPerZone: 2,
  territorial: 2,
  supervisorsPerZone: 1,
  managers: 22,
  partners: 6,
  advisors: 12,
  bankers: 4,
  investments: 2,
  hr: 1,
  administration: 2,
}
const smallStaffSize = {
  ...mediumStaffSize,
  officesPerZone: 1,
  managers: 10,
  partners: 3,
  advisors: 4,
  bankers: 2,
  investments: 1,
  administration: 1,
}

/** S is the demo firm, L what the bars are measured on; `tenth` is a tenth of S. */
export const firmSizes = {
  S: { clients: 5_000, accounts: 12_000, movements: 200_000, ...mediumStaffSize },
  L: {
    clients: 200_000,
    accounts: 500_000,
    movements: 10_000_000,
    officesPerZone: 99,
    territorial: 5,
    supervisorsPerZone: 3,
    managers: 160,
    partners: 45,
    advisors: 110,
    bankers: 30,
    investments: 8,
    hr: 5,
    administration: 12,
  },
  tenth: { clients: 500, accounts: 1_200, movements: 20_000, ...smallStaffSize },
} as const satisfies Record<string, FirmSize>
export type FirmSizeName = keyof typeof firmSizes

/** Streams of chance: each part of the firm draws from its own, so that a change in one leaves the others as they were. */
export const randomStreams = {
  staff: 1,
  facts: 2,
  client: 3,
  account: 4,
  activity: 5,
  details: 6,
  contacts: 7,
  companyPeople: 8,
} as const

/** Where the ids of each table begin: after what stands there already. */
export const seededTables = [
  'zone',
  'office',
  'subcompany',
  'employee',
  'client',
  'client_bank_account',
  'client_staff',
  'product',
  'account',
  'journal',
  'external_product',
  'external_position',
  'external_position_value',
] as const
export type FirstIds = Record<(typeof seededTables)[number] | 'cvl', number>

/** What everything about a firm is derived from: the same of these gives the same rows. */
export type SeedFirm = {
  prefix: Prefix
  code: 'ES' | 'PT' | 'MX'
  country: SeedCountry
  /** First letter of every CVL given here. */
  letter: string
  idioma: Idioma
  /** Domain of the staff's e-mails: reserved for examples, so that no mail can ever reach anybody. */
  domain: string
  salt: number
  size: FirmSize
  /** Eight years before today. */
  opening: DayNumber
  today: DayNumber
  seasons: SeasonCalendar
  first: FirstIds
}

const countriesByCode = { ES: spain, PT: portugal, MX: mexico }
const yearsOfHistory = 8

/** `today` is the last day of its history, which begins `yearsOfHistory` before it. */
export const buildFirm = (prefix: Prefix, size: FirmSize, today: string, first: FirstIds): SeedFirm => {
  const { country: code } = tenantFacts[prefix]
  const end = parseDay(today)
  const opening = addMonths(end, -12 * yearsOfHistory)
  return {
    prefix,
    code,
    size,
    first,
    opening,
    country: countriesByCode[code],
    letter: tenantFacts[prefix].cvlLetter,
    idioma: defaultLanguageByPrefix[prefix],
    domain: `${prefix.replaceAll('_', '-')}.example`,
    salt: hashToSalt(prefix),
    today: end,
    seasons: buildSeasonCalendar(opening, end),
  }
}

export const formatCvl = (firm: SeedFirm, number: number): string => firm.letter + String(number).padStart(7, '0')
