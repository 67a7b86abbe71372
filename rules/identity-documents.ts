import * as cif from 'stdnum/lib/cjs/es/cif.js'
import * as dni from 'stdnum/lib/cjs/es/dni.js'
import * as nie from 'stdnum/lib/cjs/es/nie.js'
import * as curp from 'stdnum/lib/cjs/mx/curp.js'
import * as rfc from 'stdnum/lib/cjs/mx/rfc.js'
import * as cc from 'stdnum/lib/cjs/pt/cc.js'
import * as nif from 'stdnum/lib/cjs/pt/nif.js'
import type { IdentityKind } from '#contract/client-data/identity-kinds.ts'

/** Of everybody in Mexico without a number of their own, and of all foreigners there: many have it. */
export const genericRfcs: readonly string[] = ['XAXX010101000', 'XEXX010101000']

const controlLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** Of children, of Spaniards abroad, and of foreigners without NIE: K, L or M, seven digits and the letter of these. */
const isSpecialDni = (text: string): boolean =>
  /^[KLM]\d{7}[A-Z]$/.test(text) && controlLetters[Number(text.slice(1, 8)) % 23] === text[8]

/** Fills up the digits in front, which many leave out. */
const padNumber = (text: string, pattern: RegExp, width: number): string =>
  text.replace(
    pattern,
    (_, letter: string, digits: string, control: string) => letter + digits.padStart(width, '0') + control,
  )

type Validator = { validate: (text: string) => { isValid: boolean; error?: { name: string } } }
const isValidBy =
  ({ validate }: Validator) =>
  (text: string): boolean =>
    validate(text).isValid

const readersByKind: Record<IdentityKind, { toStored?: (text: string) => string; isValid: (text: string) => boolean }> =
  {
    dni: {
      toStored: (text) => padNumber(text, /^()(\d{1,8})([A-Z])$/, 8),
      isValid: (text) => (/^[KLM]/.test(text) ? isSpecialDni(text) : isValidBy(dni)(text)),
    },
    nie: { toStored: (text) => padNumber(text, /^([XYZ])(\d{1,7})([A-Z])$/, 7), isValid: isValidBy(nie) },
    cif: { isValid: isValidBy(cif) },
    nif: { toStored: (text) => text.replace(/^PT/, ''), isValid: isValidBy(nif) },
    nipc: { toStored: (text) => text.replace(/^PT/, ''), isValid: isValidBy(nif) },
    cc: { isValid: isValidBy(cc) },
    curp: { isValid: isValidBy(curp) },
    // A wrong digit is doubted, not refused: the tax office itself has given out such numbers.
    rfc: { isValid: (text) => genericRfcs.includes(text) || hasRightShape(text) },
    // The voter's key, or the number that the machine reads on older and newer cards.
    ine: { isValid: (text) => /^([A-Z]{6}\d{8}[HM]\d{3}|\d{9,10}|\d{12,13})$/.test(text) },
    passport: { isValid: (text) => /^(?=.*\d)[A-Z0-9]{5,20}$/.test(text) },
    other: { isValid: (text) => /^[A-Z0-9Ñ&]{3,30}$/.test(text) },
  }

const hasRightShape = (text: string): boolean => {
  const { isValid, error } = rfc.validate(text)
  return isValid || (error?.name === 'InvalidChecksum' && text.length >= 12)
}

export type IdentityNumber = {
  /** Upper case, without separators, filled up with zeros. */
  number: string
  /** Its check digit is wrong, where that is no reason to refuse it. */
  isDoubtful: boolean
}

/** A number as it is kept, its check digits right; undefined where it is none of that kind. */
export const parseIdentityNumber = (typed: string, kind: IdentityKind): IdentityNumber | undefined => {
  const bare = typed.toUpperCase().replace(/[\s./-]/g, '')
  const { toStored, isValid } = readersByKind[kind]
  const number = toStored ? toStored(bare) : bare
  if (!isValid(number)) return undefined
  return { number, isDoubtful: kind === 'rfc' && !genericRfcs.includes(number) && !rfc.validate(number).isValid }
}
