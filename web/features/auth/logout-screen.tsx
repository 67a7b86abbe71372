import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'
import { AuthLayout } from './auth-layout.tsx'
import { useAuthLocation } from './auth-location.ts'

/** Says goodbye, and keeps where one had been going for the way back. */
export default function LogoutScreen() {
  const { t } = useTranslation('session')
  const { to } = useAuthLocation()
  return (
    <AuthLayout title={t('logout.title')} description={t('logout.text')}>
      <Button component={Link} to={to('login')} size="md" fullWidth>
        {t('logout.again')}
      </Button>
    </AuthLayout>
  )
}
