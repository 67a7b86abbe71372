import { NativeSelect } from '@mantine/core'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { seriesScopes } from '#contract/meetings/words.ts'
import { useTranslation } from '#web/core/use-translation.ts'

/** Asks what of a meeting that repeats is meant. */
export const ScopeField = ({ field }: { field: UseFormRegisterReturn }) => {
  const { t } = useTranslation('meetings')
  return (
    <NativeSelect
      label={t('series.scope')}
      data={seriesScopes.map((value) => ({ value, label: t(`series.scopes.${value}`) }))}
      {...field}
    />
  )
}
