import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'

/** The way out of a page that leads nowhere. */
export const HomeLink = () => {
  const { t } = useTranslation('errors')
  return (
    <Button component={Link} to="/">
      {t('home')}
    </Button>
  )
}
