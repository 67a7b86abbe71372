import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { safeDestination } from '#web/core/destination.ts'
import { login } from '#web/core/session.ts'
import { readStored } from '#web/core/stored.ts'
import { AuthLayout } from './auth-layout.tsx'
import classes from './login.module.css'
import { LoginForm } from './login-form.tsx'

const DemoSignIns = lazy(() => import('./demo-sign-ins.tsx'))

/** Where the last visit ended, if the same person left it. */
const lastPathOf = (username: string): string | null => {
  const last = readStored('lastPath')
  return last?.username === username ? safeDestination(last.path) : null
}

/** Sign-in with name or e-mail and password; afterwards on to where the person was going. */
export const LoginScreen = () => {
  const { t } = useTranslation('auth')
  const [search] = useSearchParams()
  const from: unknown = useLocation().state?.from
  const navigate = useNavigate()
  const enter = async (identity: string, password: string): Promise<void> => {
    const { username } = await login(identity, password)
    const wished = safeDestination(search.get('next')) ?? safeDestination(typeof from === 'string' ? from : null)
    await navigate(wished ?? lastPathOf(username) ?? '/', { replace: true })
  }
  return (
    <AuthLayout
      below={
        <Suspense>
          <DemoSignIns onEnter={enter} />
        </Suspense>
      }
    >
      <title>{`${t('title')} · Atalaya`}</title>
      <h1 className={classes.title}>{t('title')}</h1>
      <p className={classes.lead}>{t('lead')}</p>
      <LoginForm onEnter={enter} />
    </AuthLayout>
  )
}
