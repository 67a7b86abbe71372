import { type SubmitEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { resetPassword } from '#contract/auth.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useErrorMessage } from '#web/core/error-text.ts'
import { clearSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import classes from './auth-form.module.css'
import { AuthLayout } from './auth-layout.tsx'
import { useAuthLocation } from './auth-location.ts'
import { getCapturedFragment } from './captured-fragment.ts'
import { FailureNotice } from './failure-notice.tsx'
import { useSignInAttempt } from './use-sign-in-attempt.ts'

// Its path only: the contract's own object would bring zod along. A test compares them.
export const resetPasswordEndpoint = { method: 'POST', path: '/password-resets' } as typeof resetPassword

/** The contract's least length of a new password. */
export const minPasswordLength = 10
/** From where on a length is called good. */
const strongPasswordLength = 16

/** How long the password is against how long it has to be, said while it is typed. */
const PasswordStrength = ({ length }: { length: number }) => {
  const { t } = useTranslation('session')
  if (length === 0) return <span>{t('reset.rule', { count: minPasswordLength })}</span>
  const missing = minPasswordLength - length
  const share = Math.min(100, (length / strongPasswordLength) * 100)
  return (
    <span className={classes.strength} data-enough={missing <= 0 || undefined}>
      <progress className={classes.meter} value={share} max={100} aria-hidden />
      {missing > 0
        ? t('reset.missing', { count: missing })
        : t(length < strongPasswordLength ? 'reset.enough' : 'reset.good')}
    </span>
  )
}

/** Behind the link of the e-mail: a new password, once. */
export default function ResetPasswordScreen() {
  const { t } = useTranslation('session')
  const { to } = useAuthLocation()
  const navigate = useNavigate()
  const textOf = useErrorMessage()
  const [token] = useState(() => getCapturedFragment().get('token'))
  const [password, setPassword] = useState('')
  const [short, setShort] = useState(false)
  const { busy, failure, wait, attempt, clear } = useSignInAttempt()

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('password') as HTMLInputElement
    setShort(password.length < minPasswordLength)
    clear()
    if (password.length < minPasswordLength || !token) return field.focus()
    const done = await attempt(() => callEndpoint(resetPasswordEndpoint, { body: { token, password } }))
    if (!done) return field.select()
    // Whoever was signed in here is not any more: the server has ended all sessions of the person.
    clearSession()
    await navigate(to('login'), { replace: true, state: { passwordChanged: true } })
  }

  const used = failure instanceof CallError && failure.code === 'password.reset'
  return (
    <AuthLayout title={t('reset.title')} description={token ? t('reset.lead') : t('reset.noLink')}>
      {token && (
        <form className={classes.form} onSubmit={submit} noValidate>
          <FailureNotice text={failure ? textOf(failure) : null} wait={wait} />
          {!used && (
            <>
              <PasswordField
                name="password"
                size="md"
                required
                label={t('reset.password')}
                autoComplete="new-password"
                description={<PasswordStrength length={password.length} />}
                error={
                  short && password.length < minPasswordLength && t('reset.tooShort', { count: minPasswordLength })
                }
                autoFocus
                onChange={({ currentTarget }) => setPassword(currentTarget.value)}
              />
              <SubmitButton size="md" fullWidth busy={busy}>
                {t(busy ? 'reset.submitting' : 'reset.submit')}
              </SubmitButton>
            </>
          )}
        </form>
      )}
      <p className={classes.way}>
        {(!token || used) && (
          <>
            <Link to={to('forget-password')}>{t('reset.ask')}</Link>
            {' · '}
          </>
        )}
        <Link to={to('login')}>{t('back')}</Link>
      </p>
    </AuthLayout>
  )
}
