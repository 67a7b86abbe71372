import { NativeSelect } from '@mantine/core'
import { IconArrowsExchange, IconPencil, IconTrash, IconUserCheck, IconUserX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ContactStage } from '#contract/contacts/stages.ts'
import { type ContactDetail, deleteContact } from '#contract/contacts.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useAgendaActions } from '#web/domain/agenda/use-agenda-actions.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { type RecordAction, RecordActions } from '#web/ui/record-actions.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { ResultMessages } from '#web/ui/use-result-message.ts'
import { type ContactAction, listContactActions, listOtherStages } from './list-contact-actions.ts'
import { useContactMoves } from './use-contact-moves.tsx'

const contactsPath = '/crm/AgendaComercial/contactos'

type MoveDialogProps = {
  contact: ContactDetail
  onMove: (stage: ContactStage) => Promise<void>
  onClose: () => void
}

/** Asks to which stage. Why one is lost is asked by its own dialog. */
const MoveDialog = ({ contact, onMove, onClose }: MoveDialogProps) => {
  const { t } = useTranslation('contacts')
  const stages = listOtherStages(contact.stage)
  const sending = useSubmitForm<{ stage: ContactStage }>({
    defaults: { stage: stages[0]! },
    submit: async ({ stage }) => {
      onClose()
      await onMove(stage)
    },
  })
  const title = t('move.title', { name: contact.fullName })
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('move.submit')} onCancel={onClose} />}
      >
        <NativeSelect
          data-autofocus
          label={t('fields.stage')}
          data={stages.map((value) => ({ value, label: t(`stages.${value}`) }))}
          {...sending.form.register('stage')}
        />
      </Form>
    </Dialog>
  )
}

const actionIcons: Record<ContactAction, ReactNode> = {
  convert: <IconUserCheck size={16} aria-hidden />,
  edit: <IconPencil size={16} aria-hidden />,
  move: <IconArrowsExchange size={16} aria-hidden />,
  lost: <IconUserX size={16} aria-hidden />,
  delete: <IconTrash size={16} aria-hidden />,
  openClient: <IconUserCheck size={16} aria-hidden />,
}

/** Deletes after asking. With history it is refused, and offers to call the contact lost. */
const useContactRemoval = (contact: ContactDetail, messages: ResultMessages, onLost: () => void) => {
  const { t } = useTranslation('contacts')
  const go = useNavigate()
  const { run } = useAction()
  const [isAsking, setAsking] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const { id, fullName, version } = contact
  const remove = async (): Promise<void> => {
    try {
      await callEndpoint(deleteContact, { params: { contactId: id }, body: { version } }, { refreshOnRefusal: true })
      void go(contactsPath, { replace: true })
    } catch (error) {
      if (error instanceof CallError && error.code === 'contact.hasHistory') setRefused(true)
      else messages.showFailure(error)
    }
  }
  const dialog = (
    <>
      {isAsking && (
        <ConfirmDialog
          title={t('remove.title', { name: fullName })}
          text={t('remove.text')}
          action={t('remove.action')}
          onConfirm={() => void run(remove)}
          onClose={() => setAsking(false)}
        />
      )}
      {isRefused && (
        <ConfirmDialog
          title={t('lost.title', { name: fullName })}
          text={t('remove.refused', { name: fullName })}
          action={t('actions.lost')}
          isHarmless
          onConfirm={onLost}
          onClose={() => setRefused(false)}
        />
      )}
    </>
  )
  return { ask: () => setAsking(true), dialog }
}

type Props = { contact: ContactDetail; messages: ResultMessages }

/** What can be done with a contact: those actions that are this person's now. */
export const ContactActions = ({ contact, messages }: Props) => {
  const { t } = useTranslation('contacts')
  const mayEdit = usePermission('bt_AgendaComercial', 'edit')
  const mayDelete = usePermission('bt_AgendaComercial', 'delete')
  const mayCreateClients = usePermission('bt_Clientes', 'create')
  const [isMoving, setMoving] = useState(false)
  const { move, dialog } = useContactMoves(messages)
  const markLost = (): void => void move(contact, 'lost')
  const log = useAgendaActions(
    { key: `contact:${contact.id}`, name: contact.fullName },
    (text) => messages.show({ text }),
    { hasFirstReview: contact.stage === 'new' || contact.stage === 'contacted' },
  )
  const removal = useContactRemoval(contact, messages, markLost)
  const steps: Record<ContactAction, { href: string } | { onClick: () => void }> = {
    convert: { href: `/clientes/nuevo?contacto=${contact.id}` },
    edit: { href: `${contactsPath}/${contact.id}/editar` },
    move: { onClick: () => setMoving(true) },
    lost: { onClick: markLost },
    delete: { onClick: removal.ask },
    openClient: { href: `/clientes/${contact.client?.id}` },
  }
  const state = {
    stage: contact.stage,
    isConverted: contact.isConverted,
    hasConsent: contact.lopdOn !== null,
    clientId: contact.client?.id ?? null,
  }
  const actions = listContactActions(state, { mayEdit, mayDelete, mayCreateClients }).map(
    (key): RecordAction => ({ key, label: t(`actions.${key}`), icon: actionIcons[key], ...steps[key] }),
  )
  return (
    <>
      <RecordActions actions={[...actions.slice(0, 2), ...log.actions, ...actions.slice(2)]} />
      {log.dialog}
      {isMoving && (
        <MoveDialog contact={contact} onMove={(stage) => move(contact, stage)} onClose={() => setMoving(false)} />
      )}
      {dialog}
      {removal.dialog}
    </>
  )
}
