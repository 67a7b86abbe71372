import { Textarea } from '@mantine/core'
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFieldText } from '#web/ui/form/use-field-text.ts'

export const reasonRules = {
  validate: (text: string) => (text.trim() === '' ? 'required' : text.trim().length >= 3 || 'too_small'),
}

/** Why it is changed, for whoever approves it. */
export const ReasonField = ({ field, error }: { field: UseFormRegisterReturn; error: FieldError | undefined }) => {
  const { t } = useTranslation('products')
  const fieldText = useFieldText()
  return (
    <Textarea
      label={t('fields.reason')}
      description={t('edit.reasonHint')}
      rows={2}
      maxLength={500}
      error={fieldText(error)}
      {...field}
    />
  )
}
