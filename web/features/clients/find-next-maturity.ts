import type { ClientAccount } from '#contract/clients/client.ts'

type MaturingAccount = ClientAccount & { maturity: NonNullable<ClientAccount['maturity']>; expiresOn: string }

const isMaturing = (account: ClientAccount): account is MaturingAccount =>
  account.maturity !== null && account.expiresOn !== null

/** The account that a client holds whose term ends first; one whose maturity is suspended comes before. */
export const findNextMaturity = (accounts: readonly ClientAccount[]): MaturingAccount | undefined =>
  accounts
    .filter(isMaturing)
    .filter(({ holderRole }) => holderRole !== 'authorised')
    .sort((one, other) => one.expiresOn.localeCompare(other.expiresOn))[0]

export const accountSorts = ['expiresOn', 'openedOn', 'rate', 'interestToDate', 'balance'] as const
export type AccountSort = (typeof accountSorts)[number]

/** A copy in that order. What has no value, as the maturity of an account without a term, stands last either way. */
export const sortAccounts = (
  accounts: readonly ClientAccount[],
  sort: AccountSort,
  direction: 'asc' | 'desc',
): ClientAccount[] => {
  const sign = direction === 'asc' ? 1 : -1
  const isDate = sort === 'expiresOn' || sort === 'openedOn'
  return accounts.toSorted((one, other) => {
    const a = one[sort]
    const b = other[sort]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * (isDate ? a.localeCompare(b) : Number(a) - Number(b))
  })
}
