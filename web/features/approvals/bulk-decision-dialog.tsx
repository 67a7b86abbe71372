import { useQuery } from '@tanstack/react-query'
import { type ApprovalSummary, summarizeApprovals } from '#contract/approvals.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Notice } from '#web/ui/status-messages.tsx'
import { ApprovalSummaryList } from './approval-summary-list.tsx'
import classes from './approvals.module.css'

type Props = {
  outcome: 'approved' | 'rejected'
  approvalIds: readonly string[]
  onDecide: (summary: ApprovalSummary, reason: string) => void
  onClose: () => void
}

const BulkDecisionForm = ({ outcome, summary, onDecide, onClose }: Props & { summary: ApprovalSummary }) => {
  const { t } = useTranslation(['approvals', 'refusals'])
  const format = useFormatters()
  const sending = useSubmitForm<{ reason: string }>({
    defaults: { reason: '' },
    submit: async ({ reason }) => onDecide(summary, reason.trim()),
  })
  const { register, formState } = sending.form
  const mine = summary.approvals.filter(({ obstacle }) => obstacle === null)
  const others = summary.approvals.filter(({ obstacle }) => obstacle !== null)
  const isRejected = outcome === 'rejected'
  if (mine.length === 0)
    return (
      <div className={classes.screen}>
        <Notice>{t('several.nothingLeft')}</Notice>
        <ApprovalSummaryList label={t('several.label')} approvals={others} />
      </div>
    )
  return (
    <Form
      formState={sending}
      label={t('several.label')}
      actions={
        <SubmitCancelButtons
          busy={sending.busy}
          submit={t(isRejected ? 'decide.reject' : 'decide.approve')}
          onCancel={onClose}
        />
      }
    >
      <ApprovalSummaryList label={t('several.label')} approvals={mine} takesFocus={!isRejected} />
      {others.length > 0 && (
        <>
          <Notice>{t('several.leftOut', { count: others.length, total: format.number(others.length) })}</Notice>
          <ApprovalSummaryList
            label={t('several.leftOut', { count: others.length, total: format.number(others.length) })}
            approvals={others}
          />
        </>
      )}
      {isRejected && (
        <ReasonField
          label={t('decide.reason')}
          description={t('decide.reasonHint')}
          error={formState.errors.reason && t('refusals:codes.approval.needsReason')}
          rows={3}
          autoFocus
          {...register('reason', { validate: (typed) => typed.trim().length >= 3 || 'required' })}
        />
      )}
    </Form>
  )
}

/** Shows what several changes are, what they come to and to whom they are paid, before they are decided together. Mounted while it asks. */
export const BulkDecisionDialog = (props: Props) => {
  const { t } = useTranslation('approvals')
  const format = useFormatters()
  const { outcome, approvalIds, onClose } = props
  const { data, error, refetch } = useQuery({
    ...buildQueryOptions(summarizeApprovals, { body: { approvalIds: [...approvalIds] } }),
    // Somebody else decides meanwhile: asked each time.
    gcTime: 0,
    staleTime: 0,
  })
  const count = data ? data.approvals.filter(({ obstacle }) => obstacle === null).length : approvalIds.length
  const sum =
    data && Number(data.amount) > 0 ? t('several.sum', { amount: format.money(data.amount, { euros: true }) }) : null
  const lead = [sum, t(outcome === 'approved' ? 'several.approveLead' : 'several.rejectLead')].filter(Boolean).join(' ')
  const dialogTitle = t(outcome === 'approved' ? 'several.approveTitle' : 'several.rejectTitle', {
    count,
    total: format.number(count),
  })
  return (
    <Dialog
      size="lg"
      // Of none nothing is asked.
      title={count === 0 ? t('several.label') : dialogTitle}
      description={count > 0 && lead}
      onClose={onClose}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <BulkDecisionForm {...props} summary={data} />}
    </Dialog>
  )
}
