import { prefixLanguage } from '#contract/core/languages.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import type { Idioma, Prefix } from '#contract/core/values.ts'
import type { Day } from '#rules/calendar.ts'
import { addMonths, parseDay } from '#rules/calendar.ts'
import type { Country } from './countries/country.ts'
import { mexico } from './countries/mexico.ts'
import { portugal } from './countries/portugal.ts'
import { spain } from './countries/spain.ts'
import { saltOf } from './random.ts'
import { type Seasons, seasonsOf } from './seasons.ts'

/** How large a firm is made. Territorial supervisors lead supervisors of zones, they lead managers, and these lead advisors and bankers. */
export type Size = {
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

const staffS = {
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
const staffSmall = {
  ...staffS,
  officesPerZone: 1,
  managers: 10,
  partners: 3,
  advisors: 4,
  bankers: 2,
  investments: 1,
  administration: 1,
}

/** S is the demo firm, L what the bars are measured on; `tenth` is a tenth of S. */
export const sizes = {
  S: { clients: 5_000, accounts: 12_000, movements: 200_000, ...staffS },
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
  tenth: { clients: 500, accounts: 1_200, movements: 20_000, ...staffSmall },
} as const satisfies Record<string, Size>
export type SizeName = keyof typeof sizes

/** Streams of chance: each part of the firm draws from its own, so that a change in one leaves the others as they were. */
export const streams = { staff: 1, facts: 2, client: 3, account: 4, activity: 5, details: 6 } as const

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
  'external_position',
] as const
export type FirstIds = Record<(typeof seededTables)[number] | 'cvl', number>

/** What everything about a firm is derived from: the same of these gives the same rows. */
export type Firm = {
  prefix: Prefix
  code: 'ES' | 'PT' | 'MX'
  country: Country
  /** First letter of every CVL given here. */
  letter: string
  idioma: Idioma
  /** Domain of the staff's e-mails: reserved for examples, so that no mail can ever reach anybody. */
  domain: string
  salt: number
  size: Size
  /** Eight years before today. */
  opening: Day
  today: Day
  seasons: Seasons
  first: FirstIds
}

const countries = { ES: spain, PT: portugal, MX: mexico }
const yearsOfHistory = 8

export const firmOf = (prefix: Prefix, size: Size, today: string, first: FirstIds): Firm => {
  const { country: code } = tenantFacts[prefix]
  const end = parseDay(today)
  const opening = addMonths(end, -12 * yearsOfHistory)
  return {
    prefix,
    code,
    size,
    first,
    opening,
    country: countries[code],
    letter: tenantFacts[prefix].cvlLetter,
    idioma: prefixLanguage[prefix],
    domain: `${prefix.replaceAll('_', '-')}.example`,
    salt: saltOf(prefix),
    today: end,
    seasons: seasonsOf(opening, end),
  }
}

export const cvlOf = (firm: Firm, number: number): string => firm.letter + String(number).padStart(7, '0')
