import { addMonths, civil, type Day, isoDay } from '#rules/calendar.ts'
import { socialSecurityMexico, socialSecurityPortugal, socialSecuritySpain } from '#rules/identity.ts'
import { searchText } from '#rules/search-text.ts'
import { bankNumber } from './client-person.ts'
import { copyRow, type Value } from './copy.ts'
import type { Place } from './countries/country.ts'
import { type Firm, streams } from './firm.ts'
import { landline } from './phones.ts'
import { between, pick, type Random, randomOf, weighted } from './random.ts'
import type { Employee, Staff } from './staff.ts'

const columns = [
  'employee_id',
  'personal_email',
  'data_source',
  'employment_type',
  'weekly_hours',
  'work_schedule',
  'contract_end_on',
  'probation_end_on',
  'nationality',
  'birth_date',
  'marital_status',
  'gender',
  'children',
  'phone2',
  'social_security_number',
  'iban',
  'payroll_account',
  'street_type',
  'street',
  'street_number',
  'floor',
  'door',
  'postal_code',
  'town',
  'province',
] as const
type Detail = Record<Exclude<(typeof columns)[number], 'employee_id'>, Value>
export const detailColumns = columns.join(', ')

const words = {
  ES: {
    sources: ['Portal de empleo', 'Recomendación de un compañero', 'LinkedIn', 'Candidatura espontánea', 'Universidad'],
    full: 'Lunes a jueves de 9:00 a 18:30, viernes de 9:00 a 15:00',
    part: 'Lunes a viernes de 9:00 a 14:00',
    hours: '40',
  },
  PT: {
    sources: ['Portal de emprego', 'Recomendação de um colega', 'LinkedIn', 'Candidatura espontânea', 'Universidade'],
    full: 'Segunda a sexta, das 9h00 às 18h00',
    part: 'Segunda a sexta, das 9h00 às 14h00',
    hours: '40',
  },
  MX: {
    sources: ['Bolsa de trabajo', 'Recomendación de un colaborador', 'LinkedIn', 'Solicitud directa', 'Universidad'],
    full: 'Lunes a viernes de 9:00 a 18:00, sábado de 9:00 a 14:00',
    part: 'Lunes a viernes de 9:00 a 14:00',
    hours: '48',
  },
} as const
const partHours = '25'

const streetTypes = [
  ['street', /^(Calle|Rua) /],
  ['avenue', /^Avenida /],
  ['square', /^(Plaza|Praça|Largo) /],
] as const

/** 'Calle de la Iglesia' is a street called 'de la Iglesia'; what is neither street, avenue nor square keeps its whole name. */
const streetPartsOf = (whole: string): { street_type: string; street: string } => {
  const known = streetTypes.find(([, form]) => form.test(whole))
  return known
    ? { street_type: known[0], street: whole.replace(known[1], '') }
    : { street_type: 'other', street: whole }
}

const addressOf = (firm: Firm, place: Place, random: Random) => {
  const flat = random() < 0.8
  const doors = { ES: ['A', 'B', 'C', 'izda.', 'dcha.'], PT: ['Esq.', 'Dto.', 'Frente'], MX: ['A', 'B', '101', '204'] }
  return {
    ...streetPartsOf(pick(random, firm.country.streets)),
    street_number: String(between(random, 1, 140)),
    floor: flat ? `${between(random, 1, 8)}${firm.code === 'MX' ? '' : '.º'}` : null,
    door: flat ? pick(random, doors[firm.code]) : null,
    postal_code: place.postcode(random()),
    town: place.city,
    province: place.province,
  }
}

const socialSecurity = (firm: Firm, n: number, employee: Employee, born: Day, postcode: string): string => {
  const number = 10_000_000 + ((firm.salt + n * 7_368_787) % 80_000_000)
  if (firm.code === 'ES') return socialSecuritySpain(postcode.slice(0, 2), number)
  if (firm.code === 'PT') return socialSecurityPortugal(1_000_000_000 + (firm.salt % 1_000) * 1_000_000 + number)
  return socialSecurityMexico(1 + (number % 80), civil(employee.hiredOn).year, civil(born).year, n % 10_000)
}

const typeFor = weighted([
  ['permanent', 86],
  ['temporary', 6],
  ['part_time', 6],
  ['training', 2],
])

/** Partners work for themselves; who is on probation or leaving has no end of another kind. */
const contractOf = (firm: Firm, employee: Employee, random: Random) => {
  const isNew = firm.today - employee.hiredOn < 365
  const drawn = typeFor(random())
  const type = employee.position === 'partner' ? 'self_employed' : isNew ? 'permanent' : drawn
  const texts = words[firm.code]
  const partTime = type === 'part_time'
  const ends = type === 'temporary' || type === 'training'
  return {
    employment_type: type,
    weekly_hours: type === 'self_employed' ? null : partTime ? partHours : texts.hours,
    work_schedule: type === 'self_employed' ? null : partTime ? texts.part : texts.full,
    contract_end_on: ends ? isoDay(firm.today + between(random, 40, 400)) : null,
    probation_end_on: isoDay(addMonths(employee.hiredOn, firm.code === 'MX' ? 3 : 6)),
  }
}

const maritalFor = weighted([
  ['married', 58],
  ['single', 28],
  ['divorced', 12],
  ['widowed', 2],
])

const familyOf = (age: number, random: Random) => {
  const at = random()
  const status = age < 30 && random() < 0.75 ? 'single' : maritalFor(at)
  const most = status === 'single' ? 1 : age < 35 ? 2 : 3
  return { marital_status: status, children: random() < 0.35 ? 0 : between(random, 0, most) }
}

/** Banks pay the salary; invoices and expenses of whoever writes them are paid into an account that may be another. */
const accountsOf = (firm: Firm, type: string, place: Place, random: Random) => {
  const [one, other, both] = [
    bankNumber(firm, place.bankCity, random),
    bankNumber(firm, place.bankCity, random),
    random(),
  ]
  if (type === 'self_employed') return { iban: one, payroll_account: null }
  return { iban: both < 0.25 ? other : both < 0.6 ? one : null, payroll_account: one }
}

const detailOf = (firm: Firm, staff: Staff, employee: Employee, n: number): Detail => {
  const random = randomOf(firm.salt, streams.details, n)
  const { city } = staff.offices[employee.office]!
  const place = firm.country.places.find((one) => one.city === city)!
  const born = employee.hiredOn - Math.floor((22 + random() * 29) * 365.2425)
  const address = addressOf(firm, place, random)
  const contract = contractOf(firm, employee, random)
  const plain = (text: string) => searchText(text.split(' ')[0]!).replaceAll(/[^a-z0-9]/g, '')
  return {
    personal_email: `${plain(employee.name)}.${plain(employee.surname)}${between(random, 1, 99)}@example.com`,
    data_source: pick(random, words[firm.code].sources),
    nationality: random() < 0.93 ? firm.code : firm.country.foreigners(random()),
    birth_date: isoDay(born),
    gender: employee.woman ? 'female' : 'male',
    phone2: random() < 0.3 ? landline(firm.code, place, random) : null,
    social_security_number: socialSecurity(firm, n, employee, born, address.postal_code),
    ...familyOf((firm.today - born) / 365.2425, random),
    ...accountsOf(firm, contract.employment_type, place, random),
    ...contract,
    ...address,
  }
}

/** What HR knows of everybody: all of it fits together, and nothing of it is anybody's. */
export const detailRows = (firm: Firm, staff: Staff): string[] =>
  staff.employees.map((employee, n) => {
    const detail = detailOf(firm, staff, employee, n)
    return copyRow(columns.map((column) => (column === 'employee_id' ? firm.first.employee + n : detail[column])))
  })
