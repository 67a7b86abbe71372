import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './dialog.module.css'
import { useRestoreFocus } from './use-restore-focus.ts'

type Props = {
  title: string
  /** What it is about, above what it asks. */
  lead?: ReactNode
  size?: 'md' | 'lg' | 'xl'
  onClose: () => void
  children: ReactNode
}

/** Asks or tells something in front of the page. Mounted while it does; then the focus goes back to who had it. */
export const Dialog = ({ title, lead, size = 'md', onClose, children }: Props) => {
  const { t } = useTranslation('common')
  useRestoreFocus()
  return (
    <Modal opened size={size} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </Modal>
  )
}
