import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { getFollowUp } from '#contract/follow-ups.ts'
import { getMeeting } from '#contract/meetings.ts'
import type { DayReason } from '#contract/my-day.ts'
import { callEndpoint } from '#web/core/call.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { useFollowUpActions } from '#web/domain/follow-ups/use-follow-up-actions.tsx'
import { MaturityInstructionDialog } from '#web/domain/maturities/maturity-instruction-dialog.tsx'
import type { InstructionMessages } from '#web/domain/maturities/use-instruction-message.ts'
import type { useMeetingActions } from '#web/domain/meetings/use-meeting-actions.tsx'
import { useAction } from '#web/ui/use-action.ts'
import classes from './my-day.module.css'

/** What rows do, with the one message that says what was done. */
export type DayActions = {
  messages: InstructionMessages
  followUps: ReturnType<typeof useFollowUpActions>
  meetings: ReturnType<typeof useMeetingActions>
}

type ActionProps = { reason: DayReason; actions: DayActions }

/** What becomes of an account at the end of its term is said in its row. */
const InstructionAction = ({ reason, actions: { messages } }: ActionProps) => {
  const { t } = useTranslation('my-day')
  const mayInstruct = usePermission('bt_Vencimientos', 'edit')
  const [isOpen, setOpen] = useState(false)
  if (!mayInstruct) return null
  return (
    <>
      <UnstyledButton
        className={classes.action}
        aria-label={t('instructFor', { account: reason.text })}
        onClick={() => setOpen(true)}
      >
        {t('instruct')}
      </UnstyledButton>
      {isOpen && (
        <MaturityInstructionDialog
          choice={{ by: 'accounts', accountIds: [reason.id] }}
          areSuspended={false}
          onDone={(result) => {
            messages.report(result)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Looks at the record as it is now, and opens what closes it. */
const CloseAction = ({ reason, actions }: ActionProps) => {
  const { t } = useTranslation(['follow-ups', 'meetings'])
  const mayEdit = usePermission('bt_AgendaComercial', 'edit')
  const { busy, run } = useAction()
  if (!mayEdit) return null
  const isFollowUp = reason.kind === 'followUp'
  const open = async (): Promise<void> => {
    try {
      const steps = isFollowUp
        ? actions.followUps.listActions(await callEndpoint(getFollowUp, { params: { followUpId: reason.id } }))
        : actions.meetings.listActions(await callEndpoint(getMeeting, { params: { meetingId: reason.id } }))
      steps.find(({ key }) => key === (isFollowUp ? 'finish' : 'held'))?.run()
    } catch (error) {
      actions.messages.showFailure(error)
    }
  }
  const label = isFollowUp ? t('finish.action') : t('meetings:held.action')
  return (
    <UnstyledButton
      className={classes.action}
      disabled={busy}
      aria-label={`${label}: ${reason.text}`}
      onClick={() => void run(open)}
    >
      {label}
    </UnstyledButton>
  )
}

/** What answers a reason, where it stands. Of others there is the way to their page. */
export const ReasonAction = (props: ActionProps) => {
  switch (props.reason.kind) {
    case 'maturity':
      return <InstructionAction {...props} />
    case 'followUp':
    case 'unclosedMeeting':
      return <CloseAction {...props} />
    default:
      return null
  }
}
