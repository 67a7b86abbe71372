import { useCallback } from 'react'
import { findCancellationReasonKey } from '#contract/cancellations/reason-names.ts'
import { useTranslation } from '#web/core/use-translation.ts'

/** Names a reason in the language of the person; one that the firm worded itself stays as it is. */
export const useCancellationReasonName = (): ((name: string) => string) => {
  const { t } = useTranslation('cancellations')
  return useCallback(
    (name) => {
      const key = findCancellationReasonKey(name)
      return key ? t(`reasonNames.${key}`) : name
    },
    [t],
  )
}
