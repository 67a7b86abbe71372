import { isValidIBAN } from 'ibantools'

export type Country = 'ES' | 'PT' | 'MX'

const removeSeparators = (typed: string): string => typed.replace(/[\s./-]/g, '').toUpperCase()

/** Mexico's interbank account: seventeen digits and their check digit. No bank is 000. */
const isClabe = (text: string): boolean => {
  if (!/^(?!000)\d{18}$/.test(text)) return false
  let sum = 0
  for (const [n, digit] of [...text.slice(0, 17)].entries()) sum += (Number(digit) * [3, 7, 1][n % 3]!) % 10
  return (10 - (sum % 10)) % 10 === Number(text[17])
}

/** A bank account without separators, its check digits right: a CLABE in Mexico, an IBAN of any country elsewhere. Undefined for none. */
export const parseBankAccount = (typed: string, country: Country): string | undefined => {
  if (country === 'MX') return isClabe(removeSeparators(typed)) ? removeSeparators(typed) : undefined
  // As people paste it: with its name before it.
  const iban = removeSeparators(typed).replace(/^IBAN:?/, '')
  return isValidIBAN(iban) ? iban : undefined
}

/** Spain: province, number and two check digits, the rest of the first two as one number by 97. A low number counts without its zeros. */
const isSpanishSocialSecurity = (text: string): boolean => {
  if (!/^\d{12}$/.test(text)) return false
  const province = Number(text.slice(0, 2))
  const number = Number(text.slice(2, 10))
  const whole = number < 10_000_000 ? number + province * 10_000_000 : Number(text.slice(0, 10))
  return whole % 97 === Number(text.slice(10))
}

const socialSecurityChecks: Record<Country, (text: string) => boolean> = {
  ES: isSpanishSocialSecurity,
  PT: (text) => /^[12]\d{10}$/.test(text),
  MX: (text) => /^\d{11}$/.test(text),
}

/** A social security number without separators, as the country gives it. Undefined for none. */
export const parseSocialSecurity = (typed: string, country: Country): string | undefined =>
  socialSecurityChecks[country](removeSeparators(typed)) ? removeSeparators(typed) : undefined

const nationalPhoneFormats: Record<Country, { code: string; own: RegExp }> = {
  ES: { code: '+34', own: /^[6789]\d{8}$/ },
  PT: { code: '+351', own: /^[29]\d{8}$/ },
  MX: { code: '+52', own: /^\d{10}$/ },
}

/** A phone as '+34600112233'; the country's own numbers may be typed without its code. Undefined for none. */
export const parsePhone = (typed: string, country: Country): string | undefined => {
  const text = typed.replace(/[\s().-]/g, '').replace(/^00/, '+')
  const { code, own } = nationalPhoneFormats[country]
  if (own.test(text)) return code + text
  if (text.startsWith(code)) return own.test(text.slice(code.length)) ? text : undefined
  return /^\+[1-9]\d{7,14}$/.test(text) ? text : undefined
}
