import { useTranslation } from '#web/core/use-translation.ts'
import classes from './external-positions.module.css'

/** What the amounts of a list are, and which of them count. */
export const SignsNote = () => {
  const { t } = useTranslation('external-positions')
  return <p className={classes.note}>{t('signs')}</p>
}
