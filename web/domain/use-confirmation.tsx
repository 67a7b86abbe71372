import { Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import { type ConfirmationProof, type ConfirmationRequest, ConfirmForm, parseProofError } from './confirm-form.tsx'

/** Does what may have to be confirmed: null where the person thought better of it. */
export type RunWithConfirmation = <T>(act: (proof: ConfirmationProof) => Promise<T>) => Promise<T | null>

/**
 * Runs changes that the server may want confirmed: it says so, the person is asked, and the change is sent again with the proof.
 * Decisions that others rely on take no recovery codes.
 */
export const useConfirmation = ({
  recoveryCodes,
}: Pick<ConfirmationRequest, 'recoveryCodes'>): { confirmed: RunWithConfirmation; dialog: ReactNode } => {
  const { t } = useTranslation(['personal-area', 'common'])
  const [confirmationRequest, setConfirmationRequest] = useState<ConfirmationRequest | null>(null)
  const confirmed: RunWithConfirmation = async (act) => {
    try {
      return await act({})
    } catch (error) {
      const about = parseProofError(error)
      if (!about?.missing) throw error
      return new Promise((resolve, reject) =>
        setConfirmationRequest({
          kind: about.kind,
          recoveryCodes,
          run: async (proof) => resolve(await act(proof)),
          cancel: () => resolve(null),
          onFailure: reject,
        }),
      )
    }
  }
  const close = (): void => {
    // Done or failed, this changes nothing any more.
    confirmationRequest?.cancel()
    setConfirmationRequest(null)
  }
  const dialog = (
    <Modal
      opened={confirmationRequest !== null}
      onClose={close}
      title={t('confirm.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {confirmationRequest && <ConfirmForm request={confirmationRequest} onClose={close} />}
    </Modal>
  )
  return { confirmed, dialog }
}
