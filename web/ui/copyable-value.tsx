import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './copyable-value.module.css'

type Props = {
  /** What is copied. */
  value: string
  /** How it is shown; the value itself unless given. */
  children?: ReactNode
}

/** Copies an identifier that stands beside it. */
export const CopyValueButton = ({ value }: Pick<Props, 'value'>) => {
  const { t } = useTranslation('common')
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={copied ? t('copied') : t('copyValue', { value })}
          onClick={copy}
        >
          {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      )}
    </CopyButton>
  )
}

/** An identifier that never breaks in the middle, and a button that copies it. */
export const CopyableValue = ({ value, children }: Props) => (
  <span className={classes.value}>
    {children ?? value}
    <CopyValueButton value={value} />
  </span>
)
