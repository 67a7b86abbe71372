import type { MaturityRow } from '#contract/maturities.ts'
import { AccountPeek } from '#web/domain/account-peek.tsx'

/** The account of a maturity beside the desk. */
export default function MaturityPeek({ row: { id, clientId } }: { row: MaturityRow }) {
  return <AccountPeek clientId={clientId} accountId={id} />
}
