import { useTranslation } from '#web/core/use-translation.ts'

/** Fields are required unless their label says otherwise: this says it, everywhere in the same way. Needs the texts of forms. */
export const useOptionalLabel = (): ((label: string) => string) => {
  const { t } = useTranslation('form')
  return (label) => t('optional', { label })
}
