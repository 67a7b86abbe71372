import { Button, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { approveChangeRequest, getApproval, rejectChangeRequest, withdrawChangeRequest } from '#contract/approvals.ts'
import { type HandoverDetail, undoHandover } from '#contract/handovers.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import classes from './handovers.module.css'

type Props = { handover: HandoverDetail; onChange: () => Promise<unknown> }
type HandoverAction = 'accept' | 'reject' | 'withdraw' | 'undo'

/** What may be done about it while it waits for somebody's word: the approvals decide that, stand-ins included. */
const useHandoverPermissions = ({
  state,
  approvalId,
}: HandoverDetail): { mayDecide: boolean; mayWithdraw: boolean } => {
  const maySee = usePermission('bt_Aprobaciones', 'view')
  const waits = state === 'proposed' && approvalId !== null && maySee
  const { data } = useQuery({
    ...buildQueryOptions(getApproval, { params: { approvalId: approvalId! } }),
    enabled: waits,
    retry: false,
  })
  return { mayDecide: waits && data?.mayDecide === true, mayWithdraw: waits && data?.mayWithdraw === true }
}

/** Sends what was asked; whatever came of it, the screen shows how it stands now. */
const useHandoverAction = ({ handover, onChange }: Props) => {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const send = (what: HandoverAction, reason: string): Promise<unknown> => {
    const params = { approvalId: handover.approvalId! }
    if (what === 'accept') return callEndpoint(approveChangeRequest, { params, body: {} })
    if (what === 'reject') return callEndpoint(rejectChangeRequest, { params, body: { reason } })
    if (what === 'withdraw') return callEndpoint(withdrawChangeRequest, { params })
    return callEndpoint(undoHandover, { params: { handoverId: handover.id }, body: {} })
  }
  const act = async (what: HandoverAction, reason = ''): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await send(what, reason)
    } catch (error) {
      setFailure(error)
    } finally {
      // Clients, counts and lists have changed with it.
      await onChange()
      void client.invalidateQueries()
      setBusy(false)
    }
  }
  return { act, busy, failure }
}

type HandoverActionDialogProps = {
  title: string
  text: ReactNode
  confirm: string
  /** Asks for a reason as well. */
  reasonLabel?: string
  danger?: boolean
  onConfirm: (reason: string) => void
  onClose: () => void
}

/** Names what will happen before it does; Escape leaves it. */
const HandoverActionDialog = ({
  title,
  text,
  confirm,
  reasonLabel,
  danger,
  onConfirm,
  onClose,
}: HandoverActionDialogProps) => {
  const { t } = useTranslation(['handovers', 'common', 'form'])
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const missing = reasonLabel !== undefined && reason.trim().length < 3
  const go = (): void => {
    setAsked(true)
    if (!missing) onConfirm(reason.trim())
  }
  return (
    <Dialog title={title} lead={text} onClose={onClose}>
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
            error={asked && missing && t('form:codes.required')}
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
          <Button type="submit" {...(danger && { color: 'red' })} {...(!reasonLabel && { 'data-autofocus': true })}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Accept, reject, withdraw, undo: those that are this person's to do now. */
export const HandoverActions = ({ handover, onChange }: Props) => {
  const { t } = useTranslation('handovers')
  const format = useFormatters()
  const { mayDecide, mayWithdraw } = useHandoverPermissions(handover)
  const { act, busy, failure } = useHandoverAction({ handover, onChange })
  const [asking, setAsking] = useState<HandoverAction | null>(null)
  const { clients, toName, effectiveOn, mayUndo, undoUntil, state } = handover
  const words = { count: clients, total: format.number(clients), name: toName, date: format.date(effectiveOn) }
  const buttons: [HandoverAction, boolean, string][] = [
    ['accept', mayDecide, t('actions.accept')],
    ['reject', mayDecide, t('actions.reject')],
    ['withdraw', mayWithdraw, t('actions.withdraw')],
    ['undo', mayUndo, t(state === 'done' ? 'actions.undo' : 'actions.takeBack')],
  ]
  const texts: Record<HandoverAction, string> = {
    accept: t('actions.acceptText', words),
    reject: t('actions.rejectText', words),
    withdraw: t('actions.withdrawText', words),
    undo: t(state === 'done' ? 'actions.undoText' : 'actions.takeBackText', words),
  }
  const asked = buttons.find(([what]) => what === asking)
  return (
    <>
      {buttons.map(
        ([what, may, label]) =>
          may && (
            <Button
              key={what}
              size="xs"
              variant={what === 'accept' ? 'filled' : 'default'}
              disabled={busy}
              onClick={() => setAsking(what)}
            >
              {label}
            </Button>
          ),
      )}
      {mayUndo && undoUntil && (
        <span className={classes.muted} title={format.dateTime(undoUntil)}>
          {t('actions.until', { when: format.relative(undoUntil) })}
        </span>
      )}
      <FailureMessage of={failure} />
      {asked && (
        <HandoverActionDialog
          title={asked[2]}
          text={texts[asked[0]]}
          confirm={asked[2]}
          {...(asked[0] === 'reject' && { reasonLabel: t('fields.reason') })}
          danger={asked[0] === 'reject'}
          onClose={() => setAsking(null)}
          onConfirm={(reason) => {
            setAsking(null)
            void act(asked[0], reason)
          }}
        />
      )}
    </>
  )
}
