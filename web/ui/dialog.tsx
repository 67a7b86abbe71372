import { Modal } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './dialog.module.css'
import { DialogContext } from './dialog-context.ts'
import { UnsavedQuestion } from './unsaved-question.tsx'
import { useRestoreFocus } from './use-restore-focus.ts'

type Props = {
  title: string
  /** Whose it is: the client, or the client and the account. */
  subject?: ReactNode
  /** What it is about, above what it asks. */
  description?: ReactNode
  /** The last: two things beside each other, on a large screen. */
  size?: 'md' | 'lg' | 'xl' | '72rem'
  onClose: () => void
  children: ReactNode
}

const controls =
  ':is(input, select, textarea, button, a[href], [tabindex="0"]):not(:disabled, [hidden], [tabindex="-1"])'

/** What is asked for first: what says so or has the focus already, else the first control; of a choice between several the one that is chosen. */
const findFirstControl = (body: HTMLElement): HTMLElement | null => {
  const marked = body.querySelector<HTMLElement>('[data-autofocus], :focus')
  const first = marked ?? body.querySelector<HTMLElement>(controls)
  if (marked || !(first instanceof HTMLInputElement) || first.type !== 'radio') return first
  return body.querySelector<HTMLElement>(`[name="${CSS.escape(first.name)}"]:checked`) ?? first
}

/** Takes the focus to what is asked for as soon as it is there: the cross comes before it, and would have it. */
export const DialogBody = ({ children }: { children: ReactNode }) => {
  const body = useRef<HTMLDivElement>(null)
  const hasFirst = useRef(false)
  useEffect(() => {
    const first = hasFirst.current || !body.current ? null : findFirstControl(body.current)
    if (!first) return
    hasFirst.current = true
    // The library looks for it when the dialog has opened.
    first.dataset.autofocus = 'true'
    if (first.closest('[role="dialog"]')?.contains(document.activeElement)) first.focus()
  })
  return <div ref={body}>{children}</div>
}

/**
 * Asks or tells something in front of the page. Mounted while it does; then the focus goes back to who had it. Closed with something typed in
 * its form, by Esc, the cross or a click beside it, it asks first.
 */
export const Dialog = ({ title, subject, description, size = 'md', onClose, children }: Props) => {
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
        {(subject || description) && (
          <p className={classes.lead}>
            {subject && <strong className={classes.subject}>{subject}</strong>}
            {description}
          </p>
        )}
        <DialogBody>{children}</DialogBody>
      </Modal>
      {isAsking && <UnsavedQuestion onStay={() => setAsking(false)} onDiscard={onClose} />}
    </DialogContext.Provider>
  )
}
