/** The sum of what these amounts show, whatever their sign: in whole cents, so that it is exact. */
export const sumAmounts = (amounts: readonly string[]): string => {
  const cents = amounts.reduce((sum, amount) => sum + BigInt(amount.replace(/[-.]/g, '')), 0n)
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
