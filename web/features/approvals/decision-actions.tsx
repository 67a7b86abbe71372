import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ApprovalDetail,
  approveChangeRequest,
  rejectChangeRequest,
  withdrawChangeRequest,
} from '#contract/approvals.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useConfirmation } from '#web/domain/use-confirmation.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { FailureMessage, Notice } from '#web/ui/status-messages.tsx'
import classes from './approvals.module.css'
import { formatDestination } from './destination-text.ts'

type DecisionQuestion = 'approve' | 'reject' | 'withdraw'
type DecisionOutcome = 'approved' | 'first' | 'rejected' | 'withdrawn'
type Props = { change: ApprovalDetail; what: string }

/** Whatever the change was about is no longer as it was: an account, a person's rights, and the changes themselves. */
const useRefreshAfterDecision = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries()
}

type RejectDialogProps = { change: ApprovalDetail; what: string; onDone: () => void; onClose: () => void }

const RejectDialog = ({ change, what, onDone, onClose }: RejectDialogProps) => {
  const { t } = useTranslation(['approvals', 'refusals'])
  const sending = useSubmitForm<{ reason: string }>({
    defaults: { reason: '' },
    submit: async ({ reason }) => {
      await callEndpoint(rejectChangeRequest, { params: { approvalId: change.id }, body: { reason: reason.trim() } })
      onDone()
    },
  })
  const { register, formState } = sending.form
  return (
    <Dialog title={t('decide.rejectTitle')} lead={t('decide.rejectText', { what })} onClose={onClose}>
      <Form
        formState={sending}
        label={t('decide.rejectTitle')}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('decide.reject')} onCancel={onClose} />}
      >
        <ReasonField
          label={t('decide.reason')}
          description={t('decide.reasonHint')}
          error={formState.errors.reason && t('refusals:codes.approval.needsReason')}
          rows={3}
          data-autofocus
          {...register('reason', { validate: (typed) => typed.trim().length >= 3 || 'required' })}
        />
      </Form>
    </Dialog>
  )
}

/** Approve, reject, withdraw: what the person may do with the change, or why they may not. */
export const DecisionActions = ({ change, what }: Props) => {
  const { t } = useTranslation(['approvals', 'refusals'])
  const format = useFormatters()
  const changed = useRefreshAfterDecision()
  const { confirmed, dialog } = useConfirmation({ recoveryCodes: false })
  const [ask, setAsk] = useState<DecisionQuestion | null>(null)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<DecisionOutcome | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const outcomeMessage = useRef<HTMLParagraphElement>(null)
  // The buttons are gone by now: who works by keyboard goes on from what is said.
  useEffect(() => {
    if (done) outcomeMessage.current?.focus()
  }, [done])
  const { id, version, mayDecide, mayWithdraw, standBack, insteadOfName, expiresAt, destination } = change
  const params = { approvalId: id }

  const finish = async (outcome: DecisionOutcome): Promise<void> => {
    setAsk(null)
    setDone(outcome)
    await changed()
  }
  const sendApproval = () =>
    confirmed(({ code }) => callEndpoint(approveChangeRequest, { params, body: { version, ...(code && { code }) } }))
  const sendBack = () => callEndpoint(withdrawChangeRequest, { params })
  const act = async (
    work: () => Promise<{ state: ApprovalDetail['state'] } | null>,
    outcome: DecisionOutcome,
  ): Promise<void> => {
    setFailure(null)
    setBusy(true)
    try {
      const answer = await work()
      // Approved, and still waiting: it takes another one.
      if (answer) await finish(answer.state === 'pending' ? 'first' : outcome)
    } catch (error) {
      setFailure(error)
      // Somebody else may have been quicker: what stands here is to be what is.
      await changed()
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <FailureMessage of={failure} />
      {done && (
        <p ref={outcomeMessage} className={classes.done} role="status" tabIndex={-1}>
          {t(`decide.${done}`)}
        </p>
      )}
      {standBack && <Notice>{t(`refusals:codes.${standBack}`)}</Notice>}
      {(mayDecide || mayWithdraw) && !done && (
        <>
          <p className={classes.lead}>
            {insteadOfName && `${t('event.insteadOf', { name: insteadOfName })} `}
            {t('event.expires', { at: format.dateTime(expiresAt) })}
          </p>
          <div className={classes.actions}>
            {mayDecide && (
              <>
                <Button disabled={busy} onClick={() => setAsk('approve')}>
                  {t('decide.approve')}
                </Button>
                <Button variant="default" disabled={busy} onClick={() => setAsk('reject')}>
                  {t('decide.reject')}
                </Button>
              </>
            )}
            {mayWithdraw && (
              <Button variant="default" disabled={busy} onClick={() => setAsk('withdraw')}>
                {t('decide.withdraw')}
              </Button>
            )}
          </div>
        </>
      )}
      {(ask === 'approve' || ask === 'withdraw') && (
        <ConfirmDialog
          title={t(`decide.${ask}Title`)}
          text={
            ask === 'approve' && destination
              ? t('decide.approvePaidText', { what, destination: formatDestination(destination) })
              : t(`decide.${ask}Text`, { what })
          }
          action={t(`decide.${ask}`)}
          isHarmless={ask === 'approve'}
          onClose={() => setAsk(null)}
          onConfirm={() => void (ask === 'approve' ? act(sendApproval, 'approved') : act(sendBack, 'withdrawn'))}
        />
      )}
      {ask === 'reject' && (
        <RejectDialog change={change} what={what} onClose={() => setAsk(null)} onDone={() => void finish('rejected')} />
      )}
      {dialog}
    </>
  )
}
