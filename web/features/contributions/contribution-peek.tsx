import type { ContributionRow } from '#contract/contributions.ts'
import { AccountPeek } from '#web/domain/account-peek.tsx'

/** The account that a contribution came into, beside the list. */
export default function ContributionPeek({ row: { accountId, clientId } }: { row: ContributionRow }) {
  return <AccountPeek clientId={clientId} accountId={accountId} />
}
