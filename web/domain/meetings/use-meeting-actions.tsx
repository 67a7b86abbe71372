import { Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { MeetingState, SeriesScope } from '#contract/meetings/words.ts'
import { getMeeting, type MeetingRow, setMeetingState } from '#contract/meetings.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { AgendaPerson } from '#web/domain/agenda/agenda-person.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import type { ResultMessages } from '#web/ui/use-result-message.ts'
import { listMeetingActions, type MeetingAction } from './list-meeting-actions.ts'
import type { MeetingStart } from './meeting-form-values.ts'
import { getLocalTime } from './meeting-times.ts'
import { ScopeField } from './series-fields.tsx'

const LazyMeetingDialog = lazy(() => import('./meeting-dialog.tsx'))

type ActedMeeting = Pick<
  MeetingRow,
  | 'id'
  | 'subject'
  | 'stage'
  | 'state'
  | 'startsAt'
  | 'version'
  | 'isChangeable'
  | 'seriesId'
  | 'contactId'
  | 'clientId'
  | 'personName'
> & {
  result?: string
}
type Closing = { state: MeetingState; result: string; scope?: SeriesScope }

const send = ({ id }: ActedMeeting, version: number, closing: Closing) =>
  callEndpoint(
    setMeetingState,
    { params: { meetingId: id }, body: { version, ...closing } },
    { refreshOnRefusal: true },
  )

type ClosingAction = 'held' | 'no_show' | 'cancel'
const closedStates = { held: 'held', no_show: 'no_show', cancel: 'canceled' } as const

type CloseDialogProps = {
  action: ClosingAction
  meeting: ActedMeeting
  onSend: (result: string, scope: SeriesScope) => Promise<unknown>
  onClose: () => void
}

/** Asks what came of it, which may be left out but for a review that was held. Mounted while it asks. */
const CloseDialog = ({ action, meeting, onSend, onClose }: CloseDialogProps) => {
  const { t } = useTranslation('meetings')
  const optional = useOptionalLabel()
  const fieldText = useFieldErrorText()
  const texts = closeTexts[action]
  const needsResult = action === 'cancel' || (action === 'held' && meeting.stage !== null)
  const isOfSeries = action === 'cancel' && meeting.seriesId !== null
  const sending = useSubmitForm<{ result: string; scope: SeriesScope }>({
    defaults: { result: '', scope: 'this' },
    submit: async ({ result, scope }) => {
      await onSend(result.trim(), scope)
      onClose()
    },
  })
  const title = t(texts.title, { subject: meeting.subject })
  const { register, formState } = sending.form
  return (
    <Dialog title={title} description={action === 'cancel' ? t('cancel.text') : undefined} onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t(texts.action)} onCancel={onClose} />}
      >
        <Textarea
          data-autofocus
          label={needsResult ? t(texts.result) : optional(t(texts.result))}
          rows={4}
          maxLength={4000}
          error={fieldText(formState.errors.result)}
          {...register('result', { validate: (typed) => !needsResult || typed.trim().length >= 3 || 'required' })}
        />
        {isOfSeries && <ScopeField field={register('scope')} />}
      </Form>
    </Dialog>
  )
}

/** Reads the meeting with its attendees before it is changed. */
const EditMeeting = ({ id, onDone, onClose }: { id: string; onDone: (text: string) => void; onClose: () => void }) => {
  const { t } = useTranslation('meetings')
  const { data, error, refetch } = useQuery(buildPartQuery(getMeeting, { params: { meetingId: id } }))
  if (data) return <LazyMeetingDialog person={null} meeting={data} onDone={onDone} onClose={onClose} />
  if (!error) return null
  return (
    <Dialog title={t('edit.action')} onClose={onClose}>
      <ErrorState error={error} onRetry={() => void refetch()} />
    </Dialog>
  )
}

const closeTexts = {
  held: { action: 'held.action', title: 'held.title', result: 'held.result' },
  no_show: { action: 'no_show.action', title: 'no_show.title', result: 'no_show.result' },
  cancel: { action: 'cancel.action', title: 'cancel.title', result: 'cancel.reason' },
} as const

const actionTexts = {
  held: 'held.action',
  no_show: 'no_show.action',
  edit: 'edit.action',
  cancel: 'cancel.action',
  reopen: 'reopen.action',
} as const satisfies Record<MeetingAction, string>

const toPerson = ({ contactId, clientId, personName }: ActedMeeting): AgendaPerson | null => {
  if (personName === null) return null
  return { key: clientId === null ? `contact:${contactId}` : `client:${clientId}`, name: personName }
}

const doneTexts = {
  held: 'held.done',
  no_show: 'no_show.done',
  canceled: 'cancel.done',
  scheduled: 'reopen.done',
} as const

/** The actions of meetings, with the dialog that is open. What was closed can be undone, and the other way round. */
export const useMeetingActions = (
  messages: ResultMessages,
): {
  listActions: (meeting: ActedMeeting) => { key: MeetingAction; label: string; run: () => void }[]
  dialog: ReactNode
} => {
  const { t } = useTranslation('meetings')
  const mayCreate = usePermission('bt_AgendaComercial', 'create')
  const timeZone = useSession((state) => state.session?.timeZone ?? 'UTC')
  const now = getLocalTime(timeZone)
  const [open, setOpen] = useState<{ action: MeetingAction; meeting: ActedMeeting } | null>(null)
  /** The review that comes after one that was just held. */
  const [next, setNext] = useState<{ person: AgendaPerson; start: MeetingStart } | null>(null)
  const setState = async (meeting: ActedMeeting, closing: Closing): Promise<void> => {
    const { version, nextReview } = await send(meeting, meeting.version, closing)
    const person = toPerson(meeting)
    if (nextReview && person && mayCreate)
      setNext({
        person,
        start: { stage: nextReview.stage, startsAt: `${nextReview.on}T10:00`, endsAt: `${nextReview.on}T11:00` },
      })
    const undo = async (): Promise<string> => {
      await send(meeting, version, { state: meeting.state, result: meeting.result ?? '' })
      return t(doneTexts[meeting.state])
    }
    // Of several at once each is planned again by itself.
    const isOne = (closing.scope ?? 'this') === 'this'
    messages.show(isOne ? { text: t(doneTexts[closing.state]), undo } : { text: t('cancel.doneMany') })
  }
  const reopen = (meeting: ActedMeeting): void =>
    void setState(meeting, { state: 'scheduled', result: '' }).catch((error: unknown) => messages.showFailure(error))
  const close = (): void => setOpen(null)
  const listActions = (meeting: ActedMeeting) =>
    listMeetingActions({ state: meeting.state, hasBegun: meeting.startsAt <= now, mayEdit: meeting.isChangeable }).map(
      (action) => ({
        key: action,
        label: t(actionTexts[action]),
        run: () => (action === 'reopen' ? reopen(meeting) : setOpen({ action, meeting })),
      }),
    )
  const dialog = next ? (
    <Suspense>
      <LazyMeetingDialog
        person={next.person}
        start={next.start}
        onDone={(text) => messages.show({ text })}
        onClose={() => setNext(null)}
      />
    </Suspense>
  ) : open ? (
    <Suspense>
      {open.action === 'edit' && (
        <EditMeeting id={open.meeting.id} onDone={(text) => messages.show({ text })} onClose={close} />
      )}
      {(open.action === 'held' || open.action === 'no_show' || open.action === 'cancel') && (
        <CloseDialog
          action={open.action}
          meeting={open.meeting}
          onSend={(result, scope) =>
            setState(open.meeting, { state: closedStates[open.action as ClosingAction], result, scope })
          }
          onClose={close}
        />
      )}
    </Suspense>
  ) : null
  return { listActions, dialog }
}
