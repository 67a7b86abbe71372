import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type ApprovalDetail,
  approveChangeRequest,
  getApproval,
  rejectChangeRequest,
  withdrawChangeRequest,
} from '#contract/approvals.ts'
import { getHandover, type HandoverDetail, undoHandover } from '#contract/handovers.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { FailureMessage, Notice } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import { useAction } from '#web/ui/use-action.ts'
import classes from './handovers.module.css'
import { type HandoverAction, listHandoverActions } from './list-handover-actions.ts'

/** The approval that a proposed handover waits for, as far as the person may see it. */
const useHandoverApproval = ({ state, approvalId }: HandoverDetail): ApprovalDetail | undefined => {
  const maySee = usePermission('bt_Aprobaciones', 'view')
  const waits = state === 'proposed' && approvalId !== null && maySee
  const { data } = useQuery({
    ...buildQueryOptions(getApproval, { params: { approvalId: approvalId! } }),
    enabled: waits,
    retry: false,
  })
  return waits ? data : undefined
}

type Shown = { handover: HandoverDetail; approval: ApprovalDetail | undefined }

/** Sends what was asked, of what was shown; whatever came of it, the screen shows how it stands now. */
const sendHandoverAction = ({ handover, approval }: Shown, what: HandoverAction, reason: string): Promise<unknown> => {
  const params = { approvalId: handover.approvalId! }
  const refresh = { refreshOnRefusal: true }
  const version = approval && { version: approval.version }
  if (what === 'accept') return callEndpoint(approveChangeRequest, { params, body: { ...version } }, refresh)
  if (what === 'reject') return callEndpoint(rejectChangeRequest, { params, body: { reason, ...version } }, refresh)
  if (what === 'withdraw') return callEndpoint(withdrawChangeRequest, { params }, refresh)
  return callEndpoint(undoHandover, { params: { handoverId: handover.id }, body: {} }, refresh)
}

type HandoverActionDialogProps = {
  title: string
  text: ReactNode
  confirm: string
  /** Asks for a reason as well. */
  reasonLabel?: string
  isDestructive?: boolean
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Names what will happen before it does; Escape leaves it. */
const HandoverActionDialog = ({
  title,
  text,
  confirm,
  reasonLabel,
  isDestructive,
  onConfirm,
  onClose,
}: HandoverActionDialogProps) => {
  const { t } = useTranslation(['handovers', 'common', 'form'])
  const [reason, setReason] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const missing = reasonLabel !== undefined && reason.trim().length < 3
  const go = (): void => {
    setConfirming(true)
    if (!missing) onConfirm(reason.trim())
  }
  return (
    <Dialog title={title} description={text} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          go()
        }}
      >
        {reasonLabel && (
          <Textarea
            data-autofocus
            label={reasonLabel}
            rows={3}
            maxLength={500}
            value={reason}
            error={isConfirming && missing && t('form:codes.required')}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) go()
            }}
          />
        )}
        <div className={classes.dialogActions}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <SubmitButton {...(isDestructive && { color: 'red' })} {...(!reasonLabel && { 'data-autofocus': true })}>
            {confirm}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}

/** Accept, reject, withdraw, undo: those that are this person's to do now. */
export const HandoverActions = ({ handover }: { handover: HandoverDetail }) => {
  const { t } = useTranslation('handovers')
  const format = useFormatters()
  const approval = useHandoverApproval(handover)
  const actions = listHandoverActions(handover, approval)
  const { busy, failure, run } = useAction()
  const [asking, setAsking] = useState<HandoverAction | null>(null)
  const { clients, toName, effectiveOn, mayUndo, undoUntil, state } = handover
  const words = { count: clients, total: format.number(clients), name: toName, date: format.date(effectiveOn) }
  const labels: Record<HandoverAction, string> = {
    accept: t('actions.accept'),
    reject: t('actions.reject'),
    withdraw: t('actions.withdraw'),
    undo: t(state === 'done' ? 'actions.undo' : 'actions.takeBack'),
  }
  const texts: Record<HandoverAction, string> = {
    accept: t('actions.acceptText', words),
    reject: t('actions.rejectText', words),
    withdraw: t('actions.withdrawText', words),
    undo: t(state === 'done' ? 'actions.undoText' : 'actions.takeBackText', words),
  }
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action}
          size="xs"
          variant={action === 'accept' ? 'filled' : 'default'}
          disabled={busy}
          onClick={() => setAsking(action)}
        >
          {labels[action]}
        </Button>
      ))}
      {mayUndo && undoUntil && (
        <span className={textClasses.muted} title={format.dateTime(undoUntil)}>
          {t('actions.until', { when: format.relative(undoUntil) })}
        </span>
      )}
      <FailureMessage of={failure} />
      {asking && actions.includes(asking) && (
        <HandoverActionDialog
          title={labels[asking]}
          text={texts[asking]}
          confirm={labels[asking]}
          {...(asking === 'reject' && { reasonLabel: t('fields.reason') })}
          isDestructive={asking === 'reject'}
          onClose={() => setAsking(null)}
          onConfirm={(reason) => {
            setAsking(null)
            void run(() => sendHandoverAction({ handover, approval }, asking, reason))
          }}
        />
      )}
    </>
  )
}

type HandoverDialogProps = { handoverId: string; onClose: () => void }

/** The same steps beside the list: what the handover is, and what is this person's to do now. Mounted while it asks. */
export const HandoverActionsDialog = ({ handoverId, onClose }: HandoverDialogProps) => {
  const { t } = useTranslation('handovers')
  const { data, error, refetch } = useQuery(buildQueryOptions(getHandover, { params: { handoverId } }))
  return (
    <Dialog title={t('actions.title')} onClose={onClose}>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <LoadedHandoverActions handover={data} />}
    </Dialog>
  )
}

const LoadedHandoverActions = ({ handover }: { handover: HandoverDetail }) => {
  const { t } = useTranslation('handovers')
  const format = useFormatters()
  const { clients, toName, effectiveOn } = handover
  const words = { count: clients, total: format.number(clients), name: toName, date: format.date(effectiveOn) }
  const hasActions = listHandoverActions(handover, useHandoverApproval(handover)).length > 0
  return (
    <>
      <p className={textClasses.muted}>{t('actions.about', words)}</p>
      <div className={classes.dialogActions}>
        {hasActions ? <HandoverActions handover={handover} /> : <Notice>{t('actions.none')}</Notice>}
      </div>
    </>
  )
}
