import { Button } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { useErrorMessage } from '#web/core/error-text.ts'
import { openSearch } from '#web/core/open-search.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './notice.module.css'

/** The list that a record stands in: its path up to the record's number. */
export const getListPath = (path: string): string | null => /^(.+?)\/\d+(\/|$)/.exec(path)?.[1] ?? null

/** For a record that isn't there, or not for this person: the ways on. */
export const RecordNotFound = ({ error }: { error: unknown }) => {
  const { t } = useTranslation('list')
  const textOf = useErrorMessage()
  const listPath = getListPath(useLocation().pathname)
  return (
    <div className={classes.notice} role="alert">
      <span className={classes.icon} aria-hidden>
        <IconFileOff size={22} stroke={1.6} />
      </span>
      <p className={classes.title}>{textOf(error)}</p>
      <p className={classes.text}>{t('missing.hint')}</p>
      <div className={classes.action}>
        {listPath && (
          <Button variant="default" component={Link} to={listPath}>
            {t('missing.toList')}
          </Button>
        )}
        <Button variant="default" onClick={openSearch}>
          {t('missing.search')}
        </Button>
      </div>
    </div>
  )
}
