/** A part of a whole, exact: numerator and denominator. */
export type Fraction = { numerator: bigint; denominator: bigint }

const greatestCommonDivisor = (one: bigint, other: bigint): bigint =>
  other === 0n ? one : greatestCommonDivisor(other, one % other)

/** '1/3', '25', '12,5' or '12.5' as a part of the whole: without a bar it is per cent. Undefined for anything else, and outside of 0 to 1. */
export const parseFraction = (typed: string): Fraction | undefined => {
  const text = typed.replace(/\s|%/g, '')
  const [, over, under] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []
  const [, whole, decimals = ''] = /^(\d{1,3})(?:[.,](\d{1,4}))?$/.exec(text) ?? []
  if (over === undefined && whole === undefined) return undefined
  const numerator = BigInt(over ?? `${whole}${decimals}`)
  const denominator = over === undefined ? 100n * 10n ** BigInt(decimals.length) : BigInt(under!)
  if (numerator <= 0n || denominator === 0n || numerator > denominator) return undefined
  const divisor = greatestCommonDivisor(numerator, denominator)
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

/** The smallest denominator of all of them. */
export const findCommonDenominator = (fractions: readonly Fraction[]): bigint =>
  fractions.reduce((common, { denominator }) => (common / greatestCommonDivisor(common, denominator)) * denominator, 1n)

/** Their sum over the common denominator. */
export const sumFractions = (fractions: readonly Fraction[]): Fraction => {
  const denominator = findCommonDenominator(fractions)
  const numerator = fractions.reduce((sum, one) => sum + (one.numerator * denominator) / one.denominator, 0n)
  const divisor = greatestCommonDivisor(numerator, denominator)
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}
