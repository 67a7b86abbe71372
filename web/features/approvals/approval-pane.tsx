import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getApproval } from '#contract/approvals.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useApprovalTexts } from '#web/domain/approval-texts.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ApprovalContent } from './approval-content.tsx'
import { ApprovalSignals } from './approval-signals.tsx'
import { ApprovalStateBadge } from './approval-state-badge.tsx'
import classes from './approvals.module.css'
import { DecisionActions, type DecisionHandlers } from './decision-actions.tsx'

export const buildApprovalQuery = (approvalId: string) => buildQueryOptions(getApproval, { params: { approvalId } })

type Props = DecisionHandlers & { approvalId: string | undefined }

/** The whole of one change beside the list, with what the person may do about it. */
export const ApprovalPane = ({ approvalId, ...handlers }: Props) => {
  const { t } = useTranslation('approvals')
  const words = useApprovalTexts()
  const {
    data: change,
    error,
    refetch,
  } = useQuery({ ...buildApprovalQuery(approvalId ?? ''), enabled: approvalId !== undefined })
  return (
    <section
      // Another change begins at its top.
      key={approvalId}
      className={classes.pane}
      aria-label={t('pane.label')}
      aria-busy={!change && !error}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll
      tabIndex={0}
    >
      {change ? (
        <>
          <header className={classes.paneHead}>
            <div className={classes.context}>
              {words.task(change.task)}
              <ApprovalStateBadge state={change.state} />
              <Link className={classes.paneLink} to={`/crm/Aprobaciones/${change.id}`}>
                {t('pane.open')}
              </Link>
            </div>
            <h2>{words.what(change)}</h2>
          </header>
          <ApprovalSignals signals={change.signals} />
          <DecisionActions change={change} changeText={words.what(change)} handlers={handlers} />
          <ApprovalContent change={change} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        [28, 96, 160, 240].map((height) => <Skeleton key={height} height={height} radius={6} />)
      )}
    </section>
  )
}
