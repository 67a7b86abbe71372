import { useTranslation } from '#web/core/use-translation.ts'
import textClasses from '#web/ui/text.module.css'

/** What the amounts of a list are, and which of them count. */
export const SignsNote = () => {
  const { t } = useTranslation('external-positions')
  return <p className={textClasses.hint}>{t('signs')}</p>
}
