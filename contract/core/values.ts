import { z } from 'zod'
import { idPattern } from './filter-check.ts'
import { isRelativeDay } from './relative-day.ts'

/** A record's id: the digits of a bigint. A string, because a JavaScript number can't hold all of them. */
export const Id = z.string().regex(idPattern)
export type Id = z.infer<typeof Id>

/** Of what something belongs to; '0' of nobody. */
export const OwnerId = z.string().regex(/^(0|[1-9]\d{0,17})$/)

/**
 * Control characters, line separators, halves of characters, which nothing stores, and the marks that turn the direction of what follows: a file's
 * name could end otherwise than it looks.
 */
const hiddenCharacters = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
const hiddenCharacterIssue = { params: { field: 'controlCharacter' } }

/** A text that is asked for has to show something: marks and spaces that nobody sees are none. */
const isVisible = (text: string): boolean => text === '' || /[^\p{C}\p{Z}\p{M}]/u.test(text)
const invisibleTextIssue = { params: { field: 'too_small' } }

/** What people write on one line, as a name: without control characters, and without marks that turn its direction. */
export const SingleLineText = (min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .refine((text) => !hiddenCharacters.test(text), hiddenCharacterIssue)
    .refine(isVisible, invisibleTextIssue)

/** What people write on several lines, as a reason or a note: of control characters only ends of lines, and tabs. */
export const MultiLineText = (min: number, max: number) =>
  z
    .string()
    .trim()
    .overwrite((text) => text.replace(/\r\n?/g, '\n'))
    .min(min)
    .max(max)
    .refine((text) => !hiddenCharacters.test(text.replace(/[\n\t]/g, '')), hiddenCharacterIssue)
    .refine(isVisible, invisibleTextIssue)

/** A whole number of an address, in digits and nothing else: '1e3' is none, nor is '0x10'. */
export const WholeNumber = (min: number, max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && !/^-?\d{1,15}$/.test(value) ? Number.NaN : value),
    z.coerce.number().int().min(min).max(max),
  )

/** An exact amount of euros: a decimal string with two digits, '-1234.50', in the one form it has: no zeros ahead, no negative nothing. Never a float. */
export const Money = z.string().regex(/^(?!-0\.00$)-?(0|[1-9]\d{0,15})\.\d{2}$/)
export type Money = z.infer<typeof Money>

/** An amount of money that moves: above nothing, below a million million. */
export const PositiveAmount = z.string().regex(/^(?=.*[1-9])(0|[1-9]\d{0,11})\.\d{2}$/)

/** What an amount of a list has to be: '>1000.00', '<1000.00', '=1000.00', or between two, both included: '1000.00~5000.00'. */
export const AmountCondition = z
  .string()
  .regex(/^(?:[<>=](?:0|[1-9]\d{0,11})\.\d{2}|(?:0|[1-9]\d{0,11})\.\d{2}~(?:0|[1-9]\d{0,11})\.\d{2})$/)

/** Interest before it is rounded to the cent. */
export const EightDecimalAmount = z.string().regex(/^-?\d+\.\d{8}$/)

/** A rate in per cent, numeric(9,6): '5.000000'. */
export const Rate = z.string().regex(/^-?(0|[1-9]\d{0,2})\.\d{1,6}$/)

/** A day without time or zone, 'YYYY-MM-DD'. Never passes through a Date object. */
export const BusinessDate = z.iso.date().refine((day) => !day.startsWith('0000'))
export type BusinessDate = z.infer<typeof BusinessDate>

/** A day of a list's filter: of the calendar, or one that moves with it ('today', 'monthStart'), which the server takes as of its own day. */
export const FilterDay = z
  .string()
  .max(40)
  .refine((text) => isRelativeDay(text) || BusinessDate.safeParse(text).success, {
    params: { field: 'invalid_format' },
  })
  .meta({ format: 'day-or-relative' })

/** A moment, ISO 8601 with its offset; there is no 99th of the month. */
export const Instant = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/)
  .refine((moment) => !Number.isNaN(Date.parse(moment)))

export const EmailAddress = z.string().trim().max(254).pipe(z.email())
/** As people write it; the country's own numbers may come without their prefix. */
export const PhoneNumber = z
  .string()
  .trim()
  // '(+34) 600-112-233' is written so, too.
  .regex(/^\(?\+?[\d\s().-]{6,24}$/)

/** Unique code of a person in the firm's network, staff and clients alike. */
export const Cvl = z.string().regex(/^[A-Z0-9][A-Z0-9-]{2,19}$/)

/** The tenants. Each is one PostgreSQL schema of that name. */
export const prefixes = ['dino', 'dino_uab', 'cfl'] as const
export const Prefix = z.enum(prefixes)
export type Prefix = z.infer<typeof Prefix>

export const idiomas = ['spanish', 'english', 'portuguese', 'mexican'] as const
export const Idioma = z.enum(idiomas)
export type Idioma = z.infer<typeof Idioma>

/** ISO 3166, two capital letters. */
export const Country = z.string().regex(/^[A-Z]{2}$/)

/** A yes or no of a list's filter inside a body: a boolean, or the word that an address has for it. */
export const BooleanInput = z.union([z.boolean(), z.stringbool()])

/** So many values one filter takes at most. */
const maxFilterValues = 50

/** A filter that takes one or several values: an address has them with commas between them, a body so or as an array. A row matches any of them. */
export const OneOrMore = <S extends z.ZodType<string>>(value: S) =>
  z.preprocess(
    (given) => (typeof given === 'string' ? [...new Set(given.split(',').map((part) => part.trim()))] : given),
    z.array(value).min(1).max(maxFilterValues),
  )
