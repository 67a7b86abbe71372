import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useSession } from '#web/core/session.ts'
import { login } from '#web/core/session-actions.ts'
import type { SessionEndReason } from '#web/core/session-status.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { HttpStatusText } from '#web/ui/status-text.tsx'
import formClasses from './auth-form.module.css'
import { AuthLayout } from './auth-layout.tsx'
import { useAuthLocation } from './auth-location.ts'
import { LoginForm } from './login-form.tsx'

const LazyDemoSignIns = lazy(() => import('./demo-sign-ins.tsx'))

/** The token was answered with 401, or would have been. */
const refusedEndReasons: readonly SessionEndReason[] = ['expired', 'revoked', 'invalid']

/** Why somebody is here who didn't ask for it. */
const SessionEndNotice = () => {
  const { t } = useTranslation('auth')
  const because = useSession((state) => state.endedBecause)
  const { state } = useAuthLocation()
  const changed = (state as { passwordChanged?: unknown } | null)?.passwordChanged === true
  if (!because && !changed) return null
  const why = changed ? 'changed' : because === 'invalid' ? 'revoked' : because!
  return (
    <p role="status" className={formClasses.notice}>
      {t(`ended.${why}`)}
      {refusedEndReasons.includes(because!) && !changed && <HttpStatusText status={401} />}
    </p>
  )
}

/** Sign-in with name or e-mail and password, or with Google; afterwards on to where the person was going. */
export const LoginScreen = () => {
  const { t } = useTranslation('auth')
  const { to, goIn } = useAuthLocation()
  return (
    <AuthLayout
      title={t('title')}
      description={t('lead')}
      contentBelow={
        <Suspense>
          <LazyDemoSignIns onEnter={async (identity, password) => goIn(await login(identity, password))} />
        </Suspense>
      }
    >
      <SessionEndNotice />
      <LoginForm />
      <p className={formClasses.way}>
        {t('noAccount')} <Link to={to('register')}>{t('register')}</Link>
      </p>
    </AuthLayout>
  )
}
