import { type ParseResult, parse } from 'mrz'
import type { ZoneComparisonField, ZoneVerdict } from '#contract/client-kyc/zone-fields.ts'
import { countryCodes } from '#contract/core/countries.ts'
import { monthLength } from './calendar.ts'

/** The three letters of each country in the order of `countryCodes`; Germany has one only. */
const zoneCountries = (
  'AND ARE AFG ATG AIA ALB ARM AGO ATA ARG ASM AUT AUS ABW ALA AZE BIH BRB BGD BEL BFA BGR BHR BDI BEN BLM BMU BRN BOL BES BRA BHS BTN BVT BWA BLR BLZ CAN CCK COD CAF COG CHE CIV COK CHL CMR CHN COL CRI CUB CPV CUW CXR CYP CZE ' +
  'D DJI DNK DMA DOM DZA ECU EST EGY ESH ERI ESP ETH FIN FJI FLK FSM FRO FRA GAB GBR GRD GEO GUF GGY GHA GIB GRL GMB GIN GLP GNQ GRC SGS GTM GUM GNB GUY HKG HMD HND HRV HTI HUN IDN IRL ISR IMN IND IOT IRQ IRN ISL ITA JEY JAM JOR JPN ' +
  'KEN KGZ KHM KIR COM KNA PRK KOR KWT CYM KAZ LAO LBN LCA LIE LKA LBR LSO LTU LUX LVA LBY MAR MCO MDA MNE MAF MDG MHL MKD MLI MMR MNG MAC MNP MTQ MRT MSR MLT MUS MDV MWI MEX MYS MOZ NAM NCL NER NFK NGA NIC NLD NOR NPL NRU NIU NZL OMN ' +
  'PAN PER PYF PNG PHL PAK POL SPM PCN PRI PSE PRT PLW PRY QAT REU ROU SRB RUS RWA SAU SLB SYC SDN SWE SGP SHN SVN SJM SVK SLE SMR SEN SOM SUR SSD STP SLV SXM SYR SWZ TCA TCD ATF TGO THA TJK TKL TLS TKM TUN TON TUR TTO TUV TWN TZA ' +
  'UKR UGA UMI USA URY UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM YEM MYT ZAF ZMB ZWE'
).split(' ')

export type MachineZone = {
  /** All check digits and fields are right. */
  isValid: boolean
  /** Signs that are often misread were put right, and with them the check digits fit. */
  wasCorrected: boolean
  surname: string
  name: string
  /** The name filled its line: the rest of it may be cut off. */
  isNameFull: boolean
  /** Of the document and of its holder: on Spanish cards the second is the one that people know. */
  numbers: readonly string[]
  /** Two letters; null where it names no country. */
  nationality: string | null
  birthDate: string | null
  validUntil: string | null
  /** It has no last day. */
  permanent: boolean
}

const lineLengths: readonly [signs: number, lines: number][] = [
  [30, 3],
  [44, 2],
  [36, 2],
]

/** The lines as a document has them; undefined where the text has none. Scanners may leave out the breaks, people put blanks between signs. */
const splitLines = (text: string): string[] | undefined => {
  const lines = text
    .toUpperCase()
    .replace(/«/g, '<<')
    .replace(/‹/g, '<')
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\s/g, ''))
    .filter(Boolean)
  const whole = lines.join('')
  if (!/^[A-Z0-9<]+$/.test(whole)) return undefined
  const shape = lineLengths.find(([signs, count]) => whole.length === signs * count)
  if (!shape || (lines.length > 1 && lines.some(({ length }) => length !== shape[0]))) return undefined
  const [signs, count] = shape
  return Array.from({ length: count }, (_, at) => whole.slice(at * signs, (at + 1) * signs))
}

const isDay = (text: string): boolean => {
  const [year, month, day] = text.split('-').map(Number) as [number, number, number]
  return month >= 1 && month <= 12 && day >= 1 && day <= monthLength(year, month)
}

/** 'YYMMDD' as a day of that century; null where it is none. */
const toDay = (century: string, digits: string): string | null => {
  const day = `${century}${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`
  return /^\d{6}$/.test(digits) && isDay(day) ? day : null
}

/** Nobody is born after today: two figures of a year are of the last hundred years. */
const toBirthDate = (digits: string, today: string): string | null => {
  const recent = toDay('20', digits)
  return recent !== null && recent <= today ? recent : toDay('19', digits)
}

/** What Spanish cards without a last day have there. */
const permanentDigits = '990101'

const states = ['issuingState', 'nationality']

/** Right but for what it calls itself: some states print the code of a card into the zone of a passport, and the other way round. */
const isRight = ({ details }: ParseResult): boolean =>
  details.every(({ field, valid }) => valid || field === 'documentCode')
/** The same, whether there are such states or not. */
const areDigitsRight = ({ details }: ParseResult): boolean =>
  details.every(({ field, valid }) => valid || field === 'documentCode' || states.includes(field ?? ''))

const toZone = (parsed: ParseResult, lines: readonly string[], today: string, wasCorrected: boolean): MachineZone => {
  const { fields, documentNumber } = parsed
  const { optional, optional1, optional2, personalNumber, nationality, issuingState } = fields
  const nameLine = lines.length === 3 ? lines[2]! : lines[0]!
  const at = zoneCountries.indexOf(nationality ?? issuingState ?? '')
  const expiry = fields.expirationDate ?? ''
  return {
    isValid: isRight(parsed),
    wasCorrected,
    surname: fields.lastName ?? '',
    name: fields.firstName ?? '',
    isNameFull: !nameLine.endsWith('<'),
    numbers: [documentNumber, personalNumber, optional, optional1, optional2]
      .map((number) => (number ?? '').replace(/</g, ''))
      .filter(Boolean),
    nationality: at >= 0 ? countryCodes[at]! : null,
    birthDate: toBirthDate(fields.birthDate ?? '', today),
    validUntil: expiry === permanentDigits ? null : toDay('20', expiry),
    permanent: expiry === permanentDigits,
  }
}

const parseLines = (lines: readonly string[], autocorrect: boolean): ParseResult | undefined => {
  try {
    return parse(lines, { autocorrect })
  } catch {
    // The library throws at what is no zone at all.
    return undefined
  }
}

/** The machine-readable zone of a card or a passport (TD1, TD2, TD3) that somebody typed or scanned; undefined where the text is none. */
export const parseMachineZone = (text: string, today: string): MachineZone | undefined => {
  const lines = splitLines(text)
  const parsed = lines && parseLines(lines, false)
  if (!lines || !parsed || !['TD1', 'TD2', 'TD3'].includes(parsed.format)) return undefined
  if (areDigitsRight(parsed)) return toZone(parsed, lines, today, false)
  const corrected = parseLines(lines, true)
  return corrected && areDigitsRight(corrected)
    ? toZone(corrected, lines, today, true)
    : toZone(parsed, lines, today, false)
}

/** As machines write names: letters without accents, words apart. */
const toZoneWords = (name: string): string[] =>
  name
    .toUpperCase()
    .replace(/ß/g, 'SS')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’.]/g, '')
    .split(/[^A-Z]+/)
    .filter(Boolean)

const compareNames = (inZone: string, inRecord: string, isNameFull: boolean): ZoneVerdict => {
  const zone = toZoneWords(inZone)
  const record = toZoneWords(inRecord)
  if (zone.length === 0 || record.length === 0) return 'unknown'
  if (zone.join(' ') === record.join(' ')) return 'same'
  const isShortened = isNameFull && zone.every((word, at) => record[at]?.startsWith(word))
  return isShortened ? 'shortened' : 'different'
}

const compareValues = (inZone: string | null, inRecord: string | null): ZoneVerdict =>
  inZone === null || inRecord === null ? 'unknown' : inZone === inRecord ? 'same' : 'different'

export type ZoneRecord = {
  name: string
  surname: string
  identityNumber: string | null
  birthDate: string | null
  nationality: string | null
  dniValidUntil: string | null
  dniPermanent: boolean
}
export type ZoneRow = {
  field: ZoneComparisonField
  inZone: string | null
  inRecord: string | null
  verdict: ZoneVerdict
}

/** The word of a document without a last day, among days. */
export const permanentMark = 'permanent'

/** Field by field what the zone says and what is known. */
export const compareZone = (zone: MachineZone, record: ZoneRecord): ZoneRow[] => {
  const { numbers, isNameFull } = zone
  const known = record.identityNumber
  // The numbers of some cards are longer than their field, and end in check digits of their own.
  const match = known ? numbers.find((number) => number === known || known.startsWith(number)) : undefined
  const number = match && known ? known : (numbers.at(-1) ?? null)
  const inZone = zone.permanent ? permanentMark : zone.validUntil
  const inRecord = record.dniPermanent ? permanentMark : record.dniValidUntil
  const text = (words: string) => words || null
  return [
    {
      field: 'surname',
      inZone: text(zone.surname),
      inRecord: text(record.surname),
      verdict: compareNames(zone.surname, record.surname, isNameFull),
    },
    {
      field: 'name',
      inZone: text(zone.name),
      inRecord: text(record.name),
      verdict: compareNames(zone.name, record.name, isNameFull),
    },
    { field: 'number', inZone: number, inRecord: known, verdict: compareValues(number, known) },
    {
      field: 'birthDate',
      inZone: zone.birthDate,
      inRecord: record.birthDate,
      verdict: compareValues(zone.birthDate, record.birthDate),
    },
    {
      field: 'nationality',
      inZone: zone.nationality,
      inRecord: record.nationality,
      verdict: compareValues(zone.nationality, record.nationality),
    },
    { field: 'validUntil', inZone, inRecord, verdict: compareValues(inZone, inRecord) },
  ]
}
