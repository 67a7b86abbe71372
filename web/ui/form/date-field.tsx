import { TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#web/core/session.ts'
import { parseTypedDate } from '#web/ui/list/parse-date.ts'

/** Reads a day as people type it in lists: '3/5', 'hoy', '+30'. Undefined where it is none. */
export const useParseTypedDate = (): ((typed: string) => string | undefined) => {
  const { t } = useTranslation('list')
  const today = useSession((state) => state.session?.businessDate ?? '')
  const words = { today: t('date.today'), tomorrow: t('date.tomorrow'), yesterday: t('date.yesterday') }
  return (typed) => parseTypedDate(typed, today, words)
}

/** What helps stands under the field, so that fields beside each other stay in line. */
export const inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

/** A field for a day. */
export const DateField = (props: ComponentProps<typeof TextInput>) => {
  const { t } = useTranslation('list')
  return (
    <TextInput
      description={t('date.hint')}
      autoComplete="off"
      maxLength={20}
      inputWrapperOrder={inputWrapperOrder}
      {...props}
    />
  )
}
