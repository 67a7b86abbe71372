import { useQuery } from '@tanstack/react-query'
import type { countPendingApprovals } from '#contract/approvals.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './menu-items.module.css'

// The path only: with the contract's own object all the others of its file would come along.
const pendingApprovalCountQuery = buildQueryOptions(
  {
    method: 'GET',
    path: '/approvals/waiting-count',
    about: ['access', 'approvals', 'staff'] as const,
  } as typeof countPendingApprovals,
  {},
)

/** How many changes wait for one's word, beside the menu's entry; counted anew with each that one is told of. */
export default function PendingApprovalCount() {
  const { t } = useTranslation('shell')
  const count = useQuery(pendingApprovalCountQuery).data?.waiting ?? 0
  if (count === 0) return null
  return (
    <>
      <span className={classes.count} aria-hidden>
        {count > 99 ? '99+' : count}
      </span>
      <span className={classes.spoken}>{t('menu.waiting', { count })}</span>
    </>
  )
}
