/** '-12.5' as whole cents: sums of money are made of them, never of fractions. */
export const toCents = (amount: string): bigint => {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount) ?? []
  const cents = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  return sign ? -cents : cents
}

/** A whole number of the smallest parts as a decimal string with so many places: -1250n and 2 are '-12.50'. */
export const formatScaledDecimal = (value: bigint, places: number): string => {
  const text = (value < 0n ? -value : value).toString().padStart(places + 1, '0')
  return `${value < 0n ? '-' : ''}${text.slice(0, -places)}.${text.slice(-places)}`
}

export const centsToAmount = (cents: bigint): string => formatScaledDecimal(cents, 2)

/** Amounts added up, in cents. */
export const sumCents = (amounts: readonly string[]): bigint =>
  amounts.reduce((sum, amount) => sum + toCents(amount), 0n)
