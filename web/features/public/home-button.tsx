import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** The way to where one's work begins. */
export const HomeButton = () => {
  const { t } = useTranslation('public')
  return (
    <Button component={Link} to="/">
      {t('home')}
    </Button>
  )
}
