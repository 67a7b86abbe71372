/** A currency that amounts are shown in besides euros: how many of it make one euro, and since when. */
export type DisplayCurrency = { code: string; perEuro: string; validFrom: string }

const parseDecimal = (decimal: string): { digits: bigint; scale: number } => {
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.')
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}

/** An amount of euros in another currency, half up to two decimals. On the digits, because a float would lose some. */
export const convertFromEuros = (euros: string, perEuro: string): string => {
  const amount = parseDecimal(euros)
  const rate = parseDecimal(perEuro)
  // One decimal more than is kept, so that there is always something to round.
  const unit = 10n ** BigInt(Math.max(amount.scale + rate.scale - 2, 0))
  const cents =
    (amount.digits * rate.digits * 10n ** BigInt(Math.max(2 - amount.scale - rate.scale, 0)) * 2n + unit) / (unit * 2n)
  const text = String(cents).padStart(3, '0')
  const sign = euros.startsWith('-') && cents !== 0n ? '-' : ''
  return `${sign}${text.slice(0, -2)}.${text.slice(-2)}`
}
