import { useTranslation } from '#web/core/use-translation.ts'
import { AuthLayout } from './auth-layout.tsx'
import { LoginForm } from './login-form.tsx'
import { RegisterForm } from './register-form.tsx'
import classes from './signin-signup.module.css'

/** Both ways on one page: beside each other where there is room. */
export default function SigninSignupScreen() {
  const { t } = useTranslation('session')
  return (
    <AuthLayout title={t('both.title')} wide>
      <div className={classes.both}>
        <section aria-labelledby="have-account">
          <h2 id="have-account" className={classes.heading}>
            {t('both.signIn')}
          </h2>
          <LoginForm />
        </section>
        <section aria-labelledby="new-here">
          <h2 id="new-here" className={classes.heading}>
            {t('both.signUp')}
          </h2>
          <p className={classes.lead}>{t('register.lead')}</p>
          <RegisterForm />
        </section>
      </div>
    </AuthLayout>
  )
}
