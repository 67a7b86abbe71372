import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ContactStage, LostReason } from '#contract/contacts/stages.ts'
import { moveContact } from '#contract/contacts.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import type { ResultMessages } from '#web/ui/use-result-message.ts'
import type { LostChoice } from './lost-dialog.tsx'

const LazyLostDialog = lazy(() => import('./lost-dialog.tsx'))

export type MovableContact = {
  id: string
  fullName: string
  stage: ContactStage
  lostReason: LostReason | null
  version: number
}

const noReason = { lostReason: null, lostNote: null }

type Hooks = {
  /** Before the server has answered: the screen shows where the contact goes. */
  onStart?: (contact: MovableContact, stage: ContactStage) => void
  /** It was refused: the contact stays where it was. */
  onFailure?: (contactId: string) => void
}

/**
 * Moves contacts to another stage, asks why where one is lost, says what was done and takes it back. One that was lost goes back to it with its
 * reason.
 */
export const useContactMoves = (messages: ResultMessages, { onStart, onFailure }: Hooks = {}) => {
  const { t } = useTranslation('contacts')
  const [losing, setLosing] = useState<MovableContact | null>(null)

  const send = async (
    contact: MovableContact,
    stage: ContactStage,
    choice: LostChoice | typeof noReason,
  ): Promise<number> => {
    onStart?.(contact, stage)
    try {
      const { version } = await callEndpoint(
        moveContact,
        { params: { contactId: contact.id }, body: { version: contact.version, stage, ...choice } },
        { refreshOnRefusal: true },
      )
      return version
    } catch (error) {
      onFailure?.(contact.id)
      throw error
    }
  }

  const finish = (contact: MovableContact, stage: ContactStage, version: number): void => {
    const moved = { ...contact, stage, version }
    const { stage: before, lostReason } = contact
    messages.show({
      text: t('move.done', { name: contact.fullName, stage: t(`stages.${stage}`) }),
      // Of a lost one whose reason needs words the words are gone from here.
      ...(lostReason !== 'other' && {
        undo: async () => {
          await send(moved, before, lostReason ? { lostReason, lostNote: null } : noReason)
          return t('move.undone', { name: contact.fullName, stage: t(`stages.${before}`) })
        },
      }),
    })
  }

  const move = async (contact: MovableContact, stage: ContactStage): Promise<void> => {
    if (stage === contact.stage) return
    if (stage === 'lost') {
      setLosing(contact)
      return
    }
    try {
      finish(contact, stage, await send(contact, stage, noReason))
    } catch (error) {
      messages.showFailure(error)
    }
  }

  const dialog: ReactNode = losing && (
    <Suspense>
      <LazyLostDialog
        name={losing.fullName}
        onSend={async (choice) => finish(losing, 'lost', await send(losing, 'lost', choice))}
        onClose={() => setLosing(null)}
      />
    </Suspense>
  )
  return { move, dialog }
}
