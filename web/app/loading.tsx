import { useTranslation } from '#web/core/use-translation.ts'
import classes from './loading.module.css'

/** Stands where a page will be. Shows after a moment only: most pages are there before. */
export const Loading = () => {
  const { t } = useTranslation('common')
  return (
    <div className={classes.loading} role="status" data-loading>
      {t('loading')}
    </div>
  )
}
