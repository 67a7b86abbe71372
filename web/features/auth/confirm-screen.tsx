import { Link } from 'react-router'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './auth-form.module.css'
import { AuthLayout } from './auth-layout.tsx'
import { useAuthLocation } from './auth-location.ts'
import { useSignUpStore } from './sign-up.ts'

/** After sign-up: who opens accounts, and what for that has to be said. */
export default function ConfirmScreen() {
  const { t } = useTranslation('session')
  const { to } = useAuthLocation()
  const signedUp = useSession((state) => state.userSignUp)
  const built = useSignUpStore((state) => state.user)
  const user = signedUp ? built : null
  return (
    <AuthLayout title={t('confirm.title')}>
      <div role="status" className={classes.message}>
        {user?.firstName && <p>{t('confirm.sent', { name: user.firstName })}</p>}
        <p>{t('confirm.text')}</p>
        {user?.username && <p className={classes.strong}>{t('confirm.username', { username: user.username })}</p>}
      </div>
      <p className={classes.way}>
        <Link to={to('login')}>{t('back')}</Link>
      </p>
    </AuthLayout>
  )
}
