import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'

/** Copies a text. Not there where the page isn't secure and browsers don't let it. */
export const CopyButton = ({ text, label }: { text: string; label: string }) => {
  const { t } = useTranslation('common')
  const [copied, setCopied] = useState(false)
  if (!navigator.clipboard) return null
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      // Forbidden by the person or their administrator: the text stands there to be copied by hand.
      () => setCopied(false),
    )
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Button variant="default" leftSection={<Icon size={16} stroke={1.6} aria-hidden />} onClick={copy}>
      <span aria-live="polite">{copied ? t('copied') : label}</span>
    </Button>
  )
}
