import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ApprovalSummary, summarizeApprovals } from '#contract/approvals.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Notice } from '#web/ui/message.tsx'
import classes from './approvals.module.css'
import { SeveralApprovals } from './several-approvals.tsx'

type Props = {
  outcome: 'approved' | 'rejected'
  approvalIds: readonly string[]
  onDecide: (summary: ApprovalSummary, reason: string) => void
  onClose: () => void
}

const DecideForm = ({ outcome, summary, onDecide, onClose }: Props & { summary: ApprovalSummary }) => {
  const { t } = useTranslation(['approvals', 'refusals'])
  const format = useFormat()
  const sending = useSending<{ reason: string }>({
    defaults: { reason: '' },
    send: async ({ reason }) => onDecide(summary, reason.trim()),
  })
  const { register, formState } = sending.form
  const mine = summary.approvals.filter(({ obstacle }) => obstacle === null)
  const others = summary.approvals.filter(({ obstacle }) => obstacle !== null)
  const isRejected = outcome === 'rejected'
  if (mine.length === 0)
    return (
      <div className={classes.screen}>
        <Notice>{t('several.nothingLeft')}</Notice>
        <SeveralApprovals label={t('several.label')} approvals={others} />
      </div>
    )
  return (
    <Form
      sending={sending}
      label={t('several.label')}
      actions={
        <SubmitOrCancel
          busy={sending.busy}
          submit={t(isRejected ? 'decide.reject' : 'decide.approve')}
          onCancel={onClose}
        />
      }
    >
      <SeveralApprovals label={t('several.label')} approvals={mine} takesFocus={!isRejected} />
      {others.length > 0 && (
        <>
          <Notice>{t('several.leftOut', { count: others.length, total: format.number(others.length) })}</Notice>
          <SeveralApprovals
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
export const DecideSeveralDialog = (props: Props) => {
  const { t } = useTranslation('approvals')
  const format = useFormat()
  const { outcome, approvalIds, onClose } = props
  const { data, error, refetch } = useQuery({
    ...read(summarizeApprovals, { body: { approvalIds: [...approvalIds] } }),
    // Somebody else decides meanwhile: asked each time.
    gcTime: 0,
    staleTime: 0,
  })
  const count = data ? data.approvals.filter(({ obstacle }) => obstacle === null).length : approvalIds.length
  const sum =
    data && Number(data.amount) > 0 ? t('several.sum', { amount: format.money(data.amount, { euros: true }) }) : null
  const lead = [sum, t(outcome === 'approved' ? 'several.approveLead' : 'several.rejectLead')].filter(Boolean).join(' ')
  const asked = t(outcome === 'approved' ? 'several.approveTitle' : 'several.rejectTitle', {
    count,
    total: format.number(count),
  })
  return (
    <Dialog
      size="lg"
      // Of none nothing is asked.
      title={count === 0 ? t('several.label') : asked}
      lead={count > 0 && lead}
      onClose={onClose}
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <DecideForm {...props} summary={data} />}
    </Dialog>
  )
}
