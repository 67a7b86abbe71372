/** Who of a client's people may be credited, in the order in which their parts are written. */
export const attributionRoles = ['manager', 'partner', 'advisor', 'banker'] as const
export type AttributionRole = (typeof attributionRoles)[number]

export type AttributionShares = Record<AttributionRole, string>

const toHundredths = (share: string): number => Number(share.replace('.', ''))

/** What the shares come to, in hundredths of a per cent: 10 000 is all of it. */
export const sumShareHundredths = (shares: AttributionShares): number =>
  attributionRoles.reduce((sum, role) => sum + toHundredths(shares[role]), 0)
export const wholeShareHundredths = 10_000
