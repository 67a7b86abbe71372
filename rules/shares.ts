/** '33.3333' per cent as ten thousandths of one: 100 % = 1,000,000. */
export const toShareParts = (share: string): bigint => {
  const [whole = '0', part = ''] = share.split('.')
  return BigInt(whole) * 10_000n + BigInt(part.padEnd(4, '0').slice(0, 4))
}

/** A sum in parts by shares, to the unit: what is left over goes to the largest remainders, of equals to the first. */
export const splitByShares = (total: bigint, shares: readonly bigint[]): bigint[] => {
  const all = shares.reduce((sum, share) => sum + share, 0n)
  const [sign, whole] = total < 0n ? [-1n, -total] : [1n, total]
  const parts = shares.map((share) => (whole * share) / all)
  let left = whole - parts.reduce((sum, part) => sum + part, 0n)
  const order = shares
    .map((share, at) => ({ at, rest: (whole * share) % all }))
    .sort((one, other) => (other.rest > one.rest ? 1 : other.rest < one.rest ? -1 : one.at - other.at))
  for (const { at } of order) if (left-- > 0n) parts[at]! += 1n
  return parts.map((part) => sign * part)
}
