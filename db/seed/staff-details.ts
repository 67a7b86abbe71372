import { addMonths, type DayNumber, toCivilDate, toIsoDate } from '#rules/calendar.ts'
import {
  buildMexicanSocialSecurity,
  buildPortugueseSocialSecurity,
  buildSpanishSocialSecurity,
} from '#rules/identity-numbers.ts'
import { toSearchText } from '#rules/search-text.ts'
import { drawBankNumber } from './client-person.ts'
import { type CopyValue, formatCopyRow } from './copy.ts'
import type { SeedPlace } from './countries/country.ts'
import { randomStreams, type SeedFirm } from './firm.ts'
import { drawLandlineNumber } from './phones.ts'
import { createRandom, createWeightedDraw, drawBetween, drawFrom, type RandomSource } from './random.ts'
import type { SeedEmployee, SeedStaff } from './staff.ts'

const detailColumnNames = [
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
type StaffDetail = Record<Exclude<(typeof detailColumnNames)[number], 'employee_id'>, CopyValue>
export const detailColumns = detailColumnNames.join(', ')

const textsByCountry = {
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
const partTimeHours = '25'

const streetTypePatterns = [
  ['street', /^(Calle|Rua) /],
  ['avenue', /^Avenida /],
  ['square', /^(Plaza|Praça|Largo) /],
] as const

/** 'Calle de la Iglesia' is a street called 'de la Iglesia'; what is neither street, avenue nor square keeps its whole name. */
const splitStreet = (whole: string): { street_type: string; street: string } => {
  const known = streetTypePatterns.find(([, form]) => form.test(whole))
  return known
    ? { street_type: known[0], street: whole.replace(known[1], '') }
    : { street_type: 'other', street: whole }
}

const drawStaffAddress = (firm: SeedFirm, place: SeedPlace, random: RandomSource) => {
  const flat = random() < 0.8
  const doors = { ES: ['A', 'B', 'C', 'izda.', 'dcha.'], PT: ['Esq.', 'Dto.', 'Frente'], MX: ['A', 'B', '101', '204'] }
  return {
    ...splitStreet(drawFrom(random, firm.country.streetNames)),
    street_number: String(drawBetween(random, 1, 140)),
    floor: flat ? `${drawBetween(random, 1, 8)}${firm.code === 'MX' ? '' : '.º'}` : null,
    door: flat ? drawFrom(random, doors[firm.code]) : null,
    postal_code: place.postcode(random()),
    town: place.city,
    province: place.province,
  }
}

const drawSocialSecurityNumber = (
  firm: SeedFirm,
  n: number,
  employee: SeedEmployee,
  born: DayNumber,
  postcode: string,
): string => {
  const number = 10_000_000 + ((firm.salt + n * 7_368_787) % 80_000_000)
  if (firm.code === 'ES') return buildSpanishSocialSecurity(postcode.slice(0, 2), number)
  if (firm.code === 'PT') return buildPortugueseSocialSecurity(1_000_000_000 + (firm.salt % 1_000) * 1_000_000 + number)
  return buildMexicanSocialSecurity(
    1 + (number % 80),
    toCivilDate(employee.hiredOn).year,
    toCivilDate(born).year,
    n % 10_000,
  )
}

const drawEmploymentType = createWeightedDraw([
  ['permanent', 86],
  ['temporary', 6],
  ['part_time', 6],
  ['training', 2],
])

/** Partners work for themselves; who is on probation or leaving has no end of another kind. */
const drawEmploymentContract = (firm: SeedFirm, employee: SeedEmployee, random: RandomSource) => {
  const isNew = firm.today - employee.hiredOn < 365
  const drawn = drawEmploymentType(random())
  const type = employee.position === 'partner' ? 'self_employed' : isNew ? 'permanent' : drawn
  const texts = textsByCountry[firm.code]
  const partTime = type === 'part_time'
  const ends = type === 'temporary' || type === 'training'
  return {
    employment_type: type,
    weekly_hours: type === 'self_employed' ? null : partTime ? partTimeHours : texts.hours,
    work_schedule: type === 'self_employed' ? null : partTime ? texts.part : texts.full,
    contract_end_on: ends ? toIsoDate(firm.today + drawBetween(random, 40, 400)) : null,
    probation_end_on: toIsoDate(addMonths(employee.hiredOn, firm.code === 'MX' ? 3 : 6)),
  }
}

const drawMaritalStatus = createWeightedDraw([
  ['married', 58],
  ['single', 28],
  ['divorced', 12],
  ['widowed', 2],
])

const drawFamilyStatus = (age: number, random: RandomSource) => {
  const at = random()
  const status = age < 30 && random() < 0.75 ? 'single' : drawMaritalStatus(at)
  const maxDependants = status === 'single' ? 1 : age < 35 ? 2 : 3
  return { marital_status: status, children: random() < 0.35 ? 0 : drawBetween(random, 0, maxDependants) }
}

/** Banks pay the salary; invoices and expenses of whoever writes them are paid into an account that may be another. */
const drawPayrollAccounts = (firm: SeedFirm, type: string, place: SeedPlace, random: RandomSource) => {
  const one = drawBankNumber(firm, place.bankCity, random)
  const other = drawBankNumber(firm, place.bankCity, random)
  const both = random()
  if (type === 'self_employed') return { iban: one, payroll_account: null }
  return { iban: both < 0.25 ? other : both < 0.6 ? one : null, payroll_account: one }
}

const buildStaffDetail = (firm: SeedFirm, staff: SeedStaff, employee: SeedEmployee, n: number): StaffDetail => {
  const random = createRandom(firm.salt, randomStreams.details, n)
  const { city } = staff.offices[employee.office]!
  const place = firm.country.places.find((one) => one.city === city)!
  const born = employee.hiredOn - Math.floor((22 + random() * 29) * 365.2425)
  const address = drawStaffAddress(firm, place, random)
  const contract = drawEmploymentContract(firm, employee, random)
  const plain = (text: string) => toSearchText(text.split(' ')[0]!).replaceAll(/[^a-z0-9]/g, '')
  return {
    personal_email: `${plain(employee.name)}.${plain(employee.surname)}${drawBetween(random, 1, 99)}@example.com`,
    data_source: drawFrom(random, textsByCountry[firm.code].sources),
    nationality: random() < 0.93 ? firm.code : firm.country.drawForeignCountry(random()),
    birth_date: toIsoDate(born),
    gender: employee.woman ? 'female' : 'male',
    phone2: random() < 0.3 ? drawLandlineNumber(firm.code, place, random) : null,
    social_security_number: drawSocialSecurityNumber(firm, n, employee, born, address.postal_code),
    ...drawFamilyStatus((firm.today - born) / 365.2425, random),
    ...drawPayrollAccounts(firm, contract.employment_type, place, random),
    ...contract,
    ...address,
  }
}

/** What HR knows of everybody: all of it fits together, and nothing of it is anybody's. */
export const buildStaffDetailRows = (firm: SeedFirm, staff: SeedStaff): string[] =>
  staff.employees.map((employee, n) => {
    const detail = buildStaffDetail(firm, staff, employee, n)
    return formatCopyRow(
      detailColumnNames.map((column) => (column === 'employee_id' ? firm.first.employee + n : detail[column])),
    )
  })
