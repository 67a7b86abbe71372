import { toRateMillionths } from './day-count.ts'
import { RefusalError } from './refusal-error.ts'
import { splitByShares } from './shares.ts'

/** Who is taxed: a person or a company. */
export type PayeeKind = 'company' | 'person'
/** What a tax is a part of: the interest, or the capital that earned it. */
export type WithholdingBasis = 'capital' | 'interest'

/** What the firm is before the tax authority: part of the banking system, or not. */
export type Payer = 'bank' | 'other'

/** A row of the dated table: `any` fits everybody. Rate in per cent, '19.000000'. */
export type WithholdingRule = {
  payer: Payer | 'any'
  payee: PayeeKind | 'any'
  region: string
  validFrom: string
  rate: string
  basis: WithholdingBasis
  source: string
}

/** Who is paid, as far as the law asks: what they are, and the places that they are of, the narrowest first. */
export type Payee = { kind: PayeeKind; regions: readonly string[] }

/** How much a rule says about whom it is for: the place first, then what they are, then who pays. */
const calculateRuleSpecificity = ({ region, payee, payer }: WithholdingRule, regions: readonly string[]): number =>
  (region === 'any' ? 0 : 4 * (1 + regions.length - regions.indexOf(region))) +
  (payee === 'any' ? 0 : 2) +
  (payer === 'any' ? 0 : 1)

/** The rule that holds on a day: of those that fit, the one that says most, and of its rows the newest that has begun. */
export const findWithholdingRule = (
  rules: readonly WithholdingRule[],
  payer: Payer,
  { kind, regions }: Payee,
  on: string,
): WithholdingRule | undefined =>
  rules
    .filter(
      (rule) =>
        rule.validFrom <= on &&
        (rule.payer === 'any' || rule.payer === payer) &&
        (rule.payee === 'any' || rule.payee === kind) &&
        (rule.region === 'any' || regions.includes(rule.region)),
    )
    .sort(
      (one, other) =>
        calculateRuleSpecificity(other, regions) - calculateRuleSpecificity(one, regions) ||
        (one.validFrom < other.validFrom ? 1 : -1),
    )[0]

const divideHalfUp = (value: bigint, by: bigint): bigint =>
  value < 0n ? -((-2n * value + by) / (2n * by)) : (2n * value + by) / (2n * by)

/**
 * Cents withheld, half up: from so many cents of interest, or from the capital that earned it, `centDays` = cents × days. A tax on capital
 * is owed for the days, so it may be more than the interest.
 */
export const calculateWithheldCents = (
  basis: WithholdingBasis,
  rateParts: bigint,
  interest: bigint,
  centDays: bigint,
): bigint =>
  basis === 'interest'
    ? divideHalfUp(interest * rateParts, 100_000_000n)
    : divideHalfUp(centDays * rateParts, 365n * 100_000_000n)

/** The law of the prefix: what it is as a payer, and all its dated rules. Read once, asked as often as one likes. */
export type WithholdingLaw = { country: 'ES' | 'PT' | 'MX'; payer: Payer; rules: readonly WithholdingRule[] }

/** One holder of an account as the law sees them. `share` in ten thousandths of a per cent: 100 % = 1,000,000. */
export type TaxableHolder = { clientId: string; kind: PayeeKind; regions: readonly string[]; share: bigint }

/** What is withheld from one holder. Amounts in cents; `base` is their part of the interest. */
export type HolderWithholding = {
  clientId: string
  base: bigint
  basis: WithholdingBasis
  rate: string
  region: string
  source: string
  amount: bigint
  /** Where the holder lived: it decides the tax form. */
  country: string | null
}
export type WithholdingResult = { total: bigint; parts: HolderWithholding[] }

/** The country among the places that a holder is of. */
const getResidenceCountry = ({ regions }: TaxableHolder): string | null =>
  regions.find((region) => /^[A-Z]{2}$/.test(region) && region !== 'EU') ?? null

/**
 * What is withheld when interest is paid: of each holder by their share and by where they live, on the day of the payment. `gross` in cents;
 * `centDays` = the capital that earned it, in cents × days, since the payment before. 409 `withholding.noRule` where no rule fits somebody.
 */
export const calculateWithholding = (
  { payer, rules }: WithholdingLaw,
  holders: readonly TaxableHolder[],
  paid: { on: string; gross: bigint; centDays: bigint },
): WithholdingResult => {
  const shares = holders.map(({ share }) => share)
  const bases = splitByShares(paid.gross, shares)
  const bulks = splitByShares(paid.centDays, shares)
  const parts = holders.map((holder, n) => {
    const rule = findWithholdingRule(rules, payer, holder, paid.on)
    if (!rule) throw new RefusalError('withholding.noRule')
    const { basis, rate, region, source } = rule
    const amount = calculateWithheldCents(basis, toRateMillionths(rate), bases[n]!, bulks[n]!)
    const country = getResidenceCountry(holder)
    return { clientId: holder.clientId, base: bases[n]!, basis, rate, region, source, amount, country }
  })
  return { total: parts.reduce((sum, { amount }) => sum + amount, 0n), parts }
}
