import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import {
  type ApprovalDetail,
  approveChangeRequest,
  rejectChangeRequest,
  rejectionUndoMinutes,
  withdrawChangeRequest,
} from '#contract/approvals.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useConfirmation } from '#web/domain/use-confirmation.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { useRecordTrail } from '#web/ui/list/record-trail.tsx'
import { useKeyBindings } from '#web/ui/list/use-key-bindings.ts'
import { FailureMessage, Notice } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import { useAction } from '#web/ui/use-action.ts'
import classes from './approvals.module.css'
import { formatDestination } from './destination-text.ts'
import { useRejectionUndo } from './use-rejection-undo.ts'

type DecisionQuestion = 'approve' | 'reject' | 'withdraw'
export type DecisionOutcome = 'approved' | 'first' | 'rejected' | 'withdrawn' | 'restored'

/** A screen that goes on to another change says itself what became of this one. */
export type DecisionHandlers = {
  onDecided: (outcome: DecisionOutcome, change: ApprovalDetail) => void
  onFailed: (error: unknown) => void
  /** The keys are those of several chosen changes. */
  areKeysTaken: boolean
}
type Props = { change: ApprovalDetail; changeText: string; handlers?: DecisionHandlers }

type RejectDialogProps = { change: ApprovalDetail; changeText: string; onDone: () => void; onClose: () => void }

const RejectDialog = ({ change, changeText, onDone, onClose }: RejectDialogProps) => {
  const { t } = useTranslation(['approvals', 'refusals'])
  const sending = useSubmitForm<{ reason: string }>({
    defaults: { reason: '' },
    submit: async ({ reason }) => {
      // With what was shown: sent again after it was taken back, it rejects nothing.
      const body = { reason: reason.trim(), version: change.version }
      await callEndpoint(rejectChangeRequest, { params: { approvalId: change.id }, body })
      onDone()
    },
  })
  const { register, formState } = sending.form
  return (
    <Dialog
      title={t('decide.rejectTitle')}
      description={[
        t('decide.rejectText', { what: changeText }),
        change.canUndoRejection ? t('pane.undoable', { minutes: rejectionUndoMinutes }) : t('pane.final'),
      ].join(' ')}
      onClose={onClose}
    >
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
export const DecisionActions = ({ change, changeText, handlers }: Props) => {
  const { t } = useTranslation(['approvals', 'refusals', 'list'])
  const format = useFormatters()
  const { confirmed, dialog } = useConfirmation({ recoveryCodes: false })
  const [ask, setAsk] = useState<DecisionQuestion | null>(null)
  const { busy, failure, run: runAction } = useAction()
  const [done, setDone] = useState<DecisionOutcome | null>(null)
  const outcomeMessage = useRef<HTMLParagraphElement>(null)
  // The buttons are gone by now: who works by keyboard goes on from what is said.
  useEffect(() => {
    if (done) outcomeMessage.current?.focus()
  }, [done])
  const { id, version, mayDecide, mayWithdraw, standBack, insteadOfName, expiresAt, destination } = change
  const { undoRejectionUntil } = change
  const undoRejection = useRejectionUndo()
  const params = { approvalId: id }
  const trail = useRecordTrail()
  const isOpen = mayDecide && (!done || done === 'restored') && !busy && !handlers?.areKeysTaken
  useKeyBindings({ ...(isOpen && { a: () => setAsk('approve'), r: () => setAsk('reject') }) })

  const finish = (outcome: DecisionOutcome): void => {
    setAsk(null)
    if (handlers) handlers.onDecided(outcome, change)
    else setDone(outcome)
  }
  const sendApproval = () =>
    confirmed(({ code }) =>
      callEndpoint(
        approveChangeRequest,
        { params, body: { version, ...(code && { code }) } },
        { refreshOnRefusal: true },
      ),
    )
  // Somebody else may have been quicker: what stands here is to be what is.
  const sendBack = () => callEndpoint(withdrawChangeRequest, { params }, { refreshOnRefusal: true })
  // The inbox says itself what refused a decision: by then the next change may stand here.
  const run = (work: () => Promise<void>) =>
    runAction(() =>
      work().catch((error: unknown) => {
        if (!handlers) throw error
        handlers.onFailed(error)
      }),
    )
  const act = (work: () => Promise<{ state: ApprovalDetail['state'] } | null>, outcome: DecisionOutcome) =>
    run(async () => {
      const answer = await work()
      // Approved, and still waiting: it takes another one.
      if (answer) finish(answer.state === 'pending' ? 'first' : outcome)
    })
  const restore = () =>
    run(async () => {
      await undoRejection([id])
      finish('restored')
    })
  return (
    <>
      <FailureMessage of={failure} />
      {done && (
        <div className={classes.outcome}>
          <p ref={outcomeMessage} className={classes.done} role="status" tabIndex={-1}>
            {t(`decide.${done}`)}
          </p>
          {trail?.openNext && (
            <Button variant="default" title={`${t('list:trail.next')}  ]`} onClick={trail.openNext}>
              {t('decide.next')}
            </Button>
          )}
        </div>
      )}
      {standBack && <Notice>{t(`refusals:codes.${standBack}`)}</Notice>}
      {undoRejectionUntil && (
        <div className={classes.outcome}>
          <Button variant="default" disabled={busy} onClick={() => void restore()}>
            {t('pane.undo')}
          </Button>
          <span className={textClasses.lead}>{t('pane.undoUntil', { at: format.dateTime(undoRejectionUntil) })}</span>
        </div>
      )}
      {(mayDecide || mayWithdraw) && (!done || done === 'restored') && (
        <div className={layoutClasses.ends}>
          <p className={textClasses.lead}>
            {insteadOfName && `${t('event.insteadOf', { name: insteadOfName })} `}
            {t('event.expires', { at: format.dateTime(expiresAt) })}
          </p>
          <div className={layoutClasses.buttons}>
            {mayDecide && (
              <>
                <Button title={`${t('decide.approve')}  a`} disabled={busy} onClick={() => setAsk('approve')}>
                  {t('decide.approve')}
                </Button>
                <Button
                  variant="default"
                  title={`${t('decide.reject')}  r`}
                  disabled={busy}
                  onClick={() => setAsk('reject')}
                >
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
        </div>
      )}
      {(ask === 'approve' || ask === 'withdraw') && (
        <ConfirmDialog
          title={t(`decide.${ask}Title`)}
          text={
            ask === 'approve' && destination
              ? t('decide.approvePaidText', { what: changeText, destination: formatDestination(destination) })
              : t(`decide.${ask}Text`, { what: changeText })
          }
          action={t(`decide.${ask}`)}
          isHarmless={ask === 'approve'}
          onClose={() => setAsk(null)}
          onConfirm={() => void (ask === 'approve' ? act(sendApproval, 'approved') : act(sendBack, 'withdrawn'))}
        />
      )}
      {ask === 'reject' && (
        <RejectDialog
          change={change}
          changeText={changeText}
          onClose={() => setAsk(null)}
          onDone={() => void finish('rejected')}
        />
      )}
      {dialog}
    </>
  )
}
