import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'

/** The way to where one's work begins. */
export const HomeButton = () => {
  const { t } = useTranslation('public')
  return (
    <Button component={Link} to="/">
      {t('home')}
    </Button>
  )
}
