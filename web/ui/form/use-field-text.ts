import type { FieldError } from 'react-hook-form'
import type form from '#locales/es/form.ts'
import { useTranslation } from '#web/core/use-translation.ts'

type FieldErrorCode = keyof typeof form.codes

/** What stands under a field that was refused: the text of its code, here or on the server. */
export const useFieldErrorText = (): ((error: FieldError | undefined) => string | undefined) => {
  const { t, i18n } = useTranslation('form')
  return (error) => {
    if (!error) return undefined
    const code = error.message || error.type
    return i18n.exists(`form:codes.${code}`) ? t(`codes.${code as FieldErrorCode}`) : t('codes.invalid')
  }
}
