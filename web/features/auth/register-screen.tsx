import { Link } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './auth-form.module.css'
import { AuthLayout } from './auth-layout.tsx'
import { useAuthLocation } from './auth-location.ts'
import { RegisterForm } from './register-form.tsx'

/** Says who one is; the account itself is opened by an administrator. */
export default function RegisterScreen() {
  const { t } = useTranslation('session')
  const { to } = useAuthLocation()
  return (
    <AuthLayout title={t('register.title')} description={t('register.lead')}>
      <RegisterForm autoFocus />
      <p className={classes.way}>
        {t('register.already')} <Link to={to('login')}>{t('register.signIn')}</Link>
      </p>
    </AuthLayout>
  )
}
