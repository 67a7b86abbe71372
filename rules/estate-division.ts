import { type CancellationAccount, calculateCancellation } from './cancellation-figures.ts'
import { type Fraction, findCommonDenominator } from './fractions.ts'
import { splitByShares } from './shares.ts'
import type { HolderWithholding, TaxableHolder, WithholdingLaw } from './withholding.ts'

/** Who gets a part of an account. `holding`: of those who held it, in ten thousandths of a per cent; `fraction`: of what was the deceased's. */
export type EstateShare = { recipientId: string; holding: bigint | null; fraction: Fraction | null }

/** An account when its estate is divided; amounts in cents. */
export type EstateAccountFigures = {
  leaving: CancellationAccount
  /** Owed to the client already, and not on its way. */
  payable: bigint
  /** The deceased's own share, in ten thousandths of a per cent. */
  deceasedShare: bigint
  /** Earns up to the day: its term is not over. */
  earns: boolean
}

export type EstateAccountPart = { recipientId: string; gross: bigint; withheld: bigint; net: bigint }
export type EstateDivision = {
  interest: bigint
  bonus: bigint
  withheld: HolderWithholding[]
  parts: EstateAccountPart[]
}

/** Whole numbers in the ratio of the parts of an account, exact: each fraction over the common denominator. */
export const calculateEstateWeights = (deceasedShare: bigint, shares: readonly EstateShare[]): bigint[] => {
  const common = findCommonDenominator(shares.flatMap(({ fraction }) => fraction ?? []))
  return shares.map(({ holding, fraction }) =>
    fraction ? (deceasedShare * fraction.numerator * common) / fraction.denominator : (holding ?? 0n) * common,
  )
}

/**
 * What each gets of an account: its balance and its last interest, at the contract's rate and without penalty, by largest remainders; less the tax
 * on their part of the interest, by where they live. Null where the account could not even give the tax. `payees`: as the law sees them, in the order of the shares.
 */
export const divideEstateAccount = (
  { leaving, payable, deceasedShare, earns }: EstateAccountFigures,
  {
    shares,
    payees,
    law,
    on,
  }: { shares: readonly EstateShare[]; payees: readonly TaxableHolder[]; law: WithholdingLaw; on: string },
): EstateDivision | null => {
  const weights = calculateEstateWeights(deceasedShare, shares)
  const holders = payees.map((payee, at) => ({ ...payee, share: weights[at]! }))
  const figures = earns ? calculateCancellation({ ...leaving, penaltyPoints: '0', holders }, law, on) : undefined
  if (figures === null) return null
  const interest = figures ? figures.interest - leaving.posted.interest : 0n
  const bonus = figures ? figures.bonus - leaving.posted.bonus : 0n
  const withheld = figures?.withheld.parts ?? []
  const grosses = splitByShares(leaving.capital + payable + interest + bonus, weights)
  const parts = shares.map(({ recipientId }, at) => {
    const tax = withheld[at]?.amount ?? 0n
    const gross = grosses[at]!
    return { recipientId, gross, withheld: tax, net: gross - tax }
  })
  return parts.some(({ net }) => net < 0n) ? null : { interest, bonus, withheld, parts }
}
