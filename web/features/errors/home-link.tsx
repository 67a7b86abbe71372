import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** The way out of a page that leads nowhere. */
export const HomeLink = () => {
  const { t } = useTranslation('errors')
  return (
    <Button component={Link} to="/">
      {t('home')}
    </Button>
  )
}
