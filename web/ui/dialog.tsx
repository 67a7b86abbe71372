import { Modal } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './dialog.module.css'
import { DialogBody } from './dialog-body.tsx'
import { DialogContext } from './dialog-context.ts'
import { UnsavedQuestion } from './unsaved-question.tsx'
import { useRestoreFocus } from './use-restore-focus.ts'

type Props = {
  title: string
  /** What it is about, above what it asks. */
  description?: ReactNode
  /** The last: two things beside each other, on a large screen. */
  size?: 'md' | 'lg' | 'xl' | '72rem'
  onClose: () => void
  children: ReactNode
}

/**
 * Asks or tells something in front of the page. Mounted while it does; then the focus goes back to who had it. Closed with something typed in
 * its form, by Esc, the cross or a click beside it, it asks first.
 */
export const Dialog = ({ title, description, size = 'md', onClose, children }: Props) => {
  const { t } = useTranslation('common')
  useRestoreFocus()
  const hasUnsavedInput = useRef(false)
  const [setUnsaved] = useState(() => (unsaved: boolean) => {
    hasUnsavedInput.current = unsaved
  })
  const [isAsking, setAsking] = useState(false)
  const close = (): void => {
    // The key that closes the question arrives here as well.
    if (isAsking) return
    if (hasUnsavedInput.current) setAsking(true)
    else onClose()
  }
  return (
    <DialogContext.Provider value={setUnsaved}>
      <Modal opened size={size} onClose={close} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
        {description && <p className={classes.lead}>{description}</p>}
        <DialogBody>{children}</DialogBody>
      </Modal>
      {isAsking && <UnsavedQuestion onStay={() => setAsking(false)} onDiscard={onClose} />}
    </DialogContext.Provider>
  )
}
