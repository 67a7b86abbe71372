import { useTranslation } from 'react-i18next'
import classes from './auth-form.module.css'

/** What went wrong with the last try, said aloud, and how long the next has to wait. */
export const FailureNotice = ({ text, wait = 0 }: { text: string | null; wait?: number }) => {
  const { t } = useTranslation('auth')
  return (
    <div role="alert" className={classes.alert}>
      {text && (
        <p className={classes.failure}>
          {text}
          {wait > 0 && <span className={classes.wait}>{t('wait', { count: wait })}</span>}
        </p>
      )}
    </div>
  )
}
