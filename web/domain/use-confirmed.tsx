import { Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Asked, aboutProof, ConfirmForm, type Proof } from './confirm-form.tsx'

/** Does what may have to be confirmed: null where the person thought better of it. */
export type Confirmed = <T>(act: (proof: Proof) => Promise<T>) => Promise<T | null>

/**
 * Runs changes that the server may want confirmed: it says so, the person is asked, and the change is sent again with the proof.
 * Decisions that others rely on take no recovery codes.
 */
export const useConfirmed = ({
  recoveryCodes,
}: Pick<Asked, 'recoveryCodes'>): { confirmed: Confirmed; dialog: ReactNode } => {
  const { t } = useTranslation(['personal-area', 'common'])
  const [asked, setAsked] = useState<Asked | null>(null)
  const confirmed: Confirmed = async (act) => {
    try {
      return await act({})
    } catch (error) {
      const about = aboutProof(error)
      if (!about?.missing) throw error
      return new Promise((resolve, reject) =>
        setAsked({
          kind: about.kind,
          recoveryCodes,
          act: async (proof) => resolve(await act(proof)),
          giveUp: () => resolve(null),
          fail: reject,
        }),
      )
    }
  }
  const close = (): void => {
    // Done or failed, this changes nothing any more.
    asked?.giveUp()
    setAsked(null)
  }
  const dialog = (
    <Modal
      opened={asked !== null}
      onClose={close}
      title={t('confirm.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {asked && <ConfirmForm asked={asked} onClose={close} />}
    </Modal>
  )
  return { confirmed, dialog }
}
