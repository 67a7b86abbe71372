import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApprovalDetail, approve, reject, withdraw } from '#contract/approvals.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { useConfirmed } from '#web/domain/use-confirmed.tsx'
import { Ask } from '#web/ui/ask.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField } from '#web/ui/form/reason-field.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Failure, Notice } from '#web/ui/message.tsx'
import classes from './approvals.module.css'
import { destinationText } from './destination-text.ts'

type Question = 'approve' | 'reject' | 'withdraw'
type Outcome = 'approved' | 'first' | 'rejected' | 'withdrawn'
type Props = { change: ApprovalDetail; what: string }

/** Whatever the change was about is no longer as it was: an account, a person's rights, and the changes themselves. */
const useChanged = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries()
}

type ReasonProps = { change: ApprovalDetail; what: string; onDone: () => void; onClose: () => void }

const RejectDialog = ({ change, what, onDone, onClose }: ReasonProps) => {
  const { t } = useTranslation(['approvals', 'refusals'])
  const sending = useSending<{ reason: string }>({
    defaults: { reason: '' },
    send: async ({ reason }) => {
      await call(reject, { params: { approvalId: change.id }, body: { reason: reason.trim() } })
      onDone()
    },
  })
  const { register, formState } = sending.form
  return (
    <Dialog title={t('decide.rejectTitle')} lead={t('decide.rejectText', { what })} onClose={onClose}>
      <Form
        sending={sending}
        label={t('decide.rejectTitle')}
        actions={<SubmitOrCancel busy={sending.busy} submit={t('decide.reject')} onCancel={onClose} />}
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
export const Decide = ({ change, what }: Props) => {
  const { t } = useTranslation(['approvals', 'refusals'])
  const format = useFormat()
  const changed = useChanged()
  const { confirmed, dialog } = useConfirmed({ recoveryCodes: false })
  const [ask, setAsk] = useState<Question | null>(null)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Outcome | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const said = useRef<HTMLParagraphElement>(null)
  // The buttons are gone by now: who works by keyboard goes on from what is said.
  useEffect(() => {
    if (done) said.current?.focus()
  }, [done])
  const { id, version, mayDecide, mayWithdraw, standBack, insteadOfName, expiresAt, destination } = change
  const params = { approvalId: id }

  const finish = async (outcome: Outcome): Promise<void> => {
    setAsk(null)
    setDone(outcome)
    await changed()
  }
  const sendApproval = () =>
    confirmed(({ code }) => call(approve, { params, body: { version, ...(code && { code }) } }))
  const sendBack = () => call(withdraw, { params })
  const act = async (
    work: () => Promise<{ state: ApprovalDetail['state'] } | null>,
    outcome: Outcome,
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
      <Failure of={failure} />
      {done && (
        <p ref={said} className={classes.done} role="status" tabIndex={-1}>
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
        <Ask
          title={t(`decide.${ask}Title`)}
          text={
            ask === 'approve' && destination
              ? t('decide.approvePaidText', { what, destination: destinationText(destination) })
              : t(`decide.${ask}Text`, { what })
          }
          action={t(`decide.${ask}`)}
          gentle={ask === 'approve'}
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
