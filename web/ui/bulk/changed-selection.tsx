import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Notice } from '#web/ui/status-messages.tsx'

type Props = {
  chosen: number
  /** How many the list showed when they were chosen. */
  shown: number
}

/** Says that other records are chosen than the list showed; nothing where they are as many. */
export const ChangedSelection = ({ chosen, shown }: Props) => {
  const { t } = useTranslation('bulk')
  const format = useFormatters()
  if (chosen === shown) return null
  return <Notice>{t('changed', { count: chosen, total: format.number(chosen), before: format.number(shown) })}</Notice>
}
