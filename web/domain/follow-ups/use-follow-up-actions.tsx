import { Textarea } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { FollowUpState } from '#contract/follow-ups/words.ts'
import { type FollowUpRow, setFollowUpState } from '#contract/follow-ups.ts'
import { callEndpoint } from '#web/core/call.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import type { ResultMessages } from '#web/ui/use-result-message.ts'
import { type FollowUpAction, listFollowUpActions } from './list-follow-up-actions.ts'

const LazyFollowUpDialog = lazy(() => import('./follow-up-dialog.tsx'))

type Closing = { state: FollowUpState; result: string }

const send = ({ id }: FollowUpRow, version: number, { state, result }: Closing) =>
  callEndpoint(
    setFollowUpState,
    { params: { followUpId: id }, body: { version, state, result } },
    { refreshOnRefusal: true },
  )

/** Asks what came of it, which may be left out. Mounted while it asks. */
const FinishDialog = ({
  followUp,
  onSend,
  onClose,
}: {
  followUp: FollowUpRow
  onSend: (result: string) => Promise<unknown>
  onClose: () => void
}) => {
  const { t } = useTranslation('follow-ups')
  const optional = useOptionalLabel()
  const sending = useSubmitForm<{ result: string }>({
    defaults: { result: '' },
    submit: async ({ result }) => {
      await onSend(result.trim())
      onClose()
    },
  })
  const title = t('finish.title', { name: followUp.personName })
  return (
    <Dialog title={title} description={followUp.subject} onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('finish.action')} onCancel={onClose} />}
      >
        <Textarea
          data-autofocus
          label={optional(t('finish.result'))}
          rows={3}
          maxLength={1000}
          {...sending.form.register('result')}
        />
      </Form>
    </Dialog>
  )
}

/** The actions of follow-ups, with the dialog that is open. What was closed can be undone, and the other way round. */
export const useFollowUpActions = (
  messages: ResultMessages,
): {
  listActions: (followUp: FollowUpRow) => { key: FollowUpAction; label: string; run: () => void }[]
  dialog: ReactNode
} => {
  const { t } = useTranslation('follow-ups')
  const mayEdit = usePermission('bt_AgendaComercial', 'edit')
  const [open, setOpen] = useState<{ action: FollowUpAction; followUp: FollowUpRow } | null>(null)
  const describe = (state: FollowUpState): string =>
    t(state === 'finished' ? 'finish.done' : state === 'deleted' ? 'cancel.done' : 'reopen.done')
  const setState = async (followUp: FollowUpRow, closing: Closing): Promise<void> => {
    const { version } = await send(followUp, followUp.version, closing)
    messages.show({
      text: describe(closing.state),
      undo: async () => {
        const before = { state: followUp.state, result: followUp.result }
        await send(followUp, version, before)
        return describe(before.state)
      },
    })
  }
  const reopen = (followUp: FollowUpRow): void =>
    void setState(followUp, { state: 'in_progress', result: '' }).catch((error: unknown) => messages.showFailure(error))
  const close = (): void => setOpen(null)
  const listActions = (followUp: FollowUpRow) =>
    listFollowUpActions(followUp.state, mayEdit).map((action) => ({
      key: action,
      label: t(`${action}.action`),
      run: () => (action === 'reopen' ? reopen(followUp) : setOpen({ action, followUp })),
    }))
  const dialog = open && (
    <Suspense>
      {open.action === 'edit' && (
        <LazyFollowUpDialog
          person={null}
          followUp={open.followUp}
          onDone={(text) => messages.show({ text })}
          onClose={close}
        />
      )}
      {open.action === 'finish' && (
        <FinishDialog
          followUp={open.followUp}
          onSend={(result) => setState(open.followUp, { state: 'finished', result })}
          onClose={close}
        />
      )}
      {open.action === 'cancel' && (
        <ReasonDialog
          title={t('cancel.title', { name: open.followUp.personName })}
          text={t('cancel.text')}
          label={t('cancel.reason')}
          action={t('cancel.action')}
          onSend={(reason) => setState(open.followUp, { state: 'deleted', result: reason })}
          onClose={close}
        />
      )}
    </Suspense>
  )
  return { listActions, dialog }
}
