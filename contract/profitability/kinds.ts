/** By what margins are added up; each account is in one group of each. */
export const profitabilityGroupings = ['product', 'manager', 'client', 'account'] as const
export type ProfitabilityGrouping = (typeof profitabilityGroupings)[number]

/** What an account costs the firm: each year of 365 days, and each contribution or payout. */
export const directCostKinds = ['account_year', 'movement'] as const
export type DirectCostKind = (typeof directCostKinds)[number]
