import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { type ApprovalDetail, getApproval } from '#contract/approvals.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useApprovalTexts } from '#web/domain/approval-texts.ts'
import { RecordPanels } from '#web/domain/records/record-panels.tsx'
import { RecordNavigation } from '#web/ui/list/record-trail.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { ApprovalContent } from './approval-content.tsx'
import { ApprovalSignals } from './approval-signals.tsx'
import { ApprovalStateBadge } from './approval-state-badge.tsx'
import classes from './approvals.module.css'
import { DecisionActions } from './decision-actions.tsx'

const ApprovalDetails = ({ change }: { change: ApprovalDetail }) => {
  const words = useApprovalTexts()
  const context = (
    <span className={classes.context}>
      {words.task(change.task)}
      <ApprovalStateBadge state={change.state} />
    </span>
  )
  return (
    <div className={classes.screen}>
      <PageHead title={words.what(change)} context={context} action={<RecordNavigation />} />
      <ApprovalSignals signals={change.signals} />
      <DecisionActions change={change} changeText={words.what(change)} />
      <ApprovalContent change={change} />
      <RecordPanels entity="approval" recordId={change.id} />
    </div>
  )
}

/** One change that waits for a second person, or what became of it. */
export default function ApprovalScreen() {
  const { t } = useTranslation(['approvals', 'list', 'shell'])
  const { approvalId = '' } = useParams()
  const { data, error, refetch } = useQuery(buildQueryOptions(getApproval, { params: { approvalId } }))
  if (data) return <ApprovalDetails key={data.id} change={data} />
  return (
    <MissingRecord title={t('shell:screens.approval')} failed={t('event.loadFailed')} error={error} refetch={refetch} />
  )
}
