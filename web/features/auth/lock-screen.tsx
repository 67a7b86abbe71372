import type { SubmitEvent } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import { CallError } from '#web/core/call.ts'
import { config } from '#web/core/config.ts'
import { readDisplayUser } from '#web/core/display-user.ts'
import { useErrorMessage } from '#web/core/error-text.ts'
import { getInitials } from '#web/core/initials.ts'
import { useSession } from '#web/core/session.ts'
import { unlockSession } from '#web/core/session-actions.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import textClasses from '#web/ui/text.module.css'
import classes from './auth-form.module.css'
import { AuthLayout } from './auth-layout.tsx'
import { useAuthLocation } from './auth-location.ts'
import { FailureNotice } from './failure-notice.tsx'
import { GoogleButton } from './google-button.tsx'
import { useSignInAttempt } from './use-sign-in-attempt.ts'

/** Who has locked the session, as far as this tab still knows. */
const LockedUser = () => {
  const user = useSession((state) => state.user)
  const shown = readDisplayUser()
  const name = shown?.fullName ?? user?.username ?? ''
  const email = shown?.email ?? user?.email ?? ''
  return (
    <div className={classes.who}>
      <span className={classes.face} aria-hidden>
        {getInitials(name)}
      </span>
      <span className={classes.names}>
        <strong>{name}</strong>
        {email !== name && <span className={textClasses.quiet}>{email}</span>}
      </span>
    </div>
  )
}

/** The session is locked on the server; the password, or Google for somebody without one, opens it where it was. */
export default function LockScreen() {
  const { t } = useTranslation(['session', 'auth'])
  const { search, goIn } = useAuthLocation()
  const textOf = useErrorMessage()
  const { busy, failure, wait, attempt, clear } = useSignInAttempt()
  const [missing, setMissing] = useState(false)
  const [noGoogle, setNoGoogle] = useState<unknown>(null)
  // A new tab doesn't know: then both ways are open.
  const hasPassword = readDisplayUser()?.hasPassword ?? null

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('password') as HTMLInputElement
    setMissing(!field.value)
    setNoGoogle(null)
    clear()
    if (!field.value) return field.focus()
    if (!(await attempt(async () => goIn(await unlockSession({ password: field.value }))))) field.select()
  }

  const problem = failure ?? noGoogle
  const wrong = problem instanceof CallError && problem.code === 'password.wrong'
  const text = problem ? (wrong ? t('lock.wrong') : textOf(problem)) : null
  return (
    <AuthLayout title={t('lock.title')} description={t(hasPassword === false ? 'lock.leadGoogle' : 'lock.lead')}>
      <LockedUser />
      {hasPassword === false ? (
        <FailureNotice text={text} wait={wait} />
      ) : (
        <form className={classes.form} onSubmit={submit} noValidate>
          <FailureNotice text={text} wait={wait} />
          <PasswordField
            name="password"
            size="md"
            required
            label={t('auth:password')}
            error={missing && t('auth:missingPassword')}
            autoComplete="current-password"
            autoFocus
          />
          <SubmitButton size="md" fullWidth busy={busy}>
            {t(busy ? 'lock.submitting' : 'lock.submit')}
          </SubmitButton>
        </form>
      )}
      {config.google && hasPassword !== true && (
        <>
          {hasPassword === null && <div className={classes.or}>{t('auth:or')}</div>}
          <GoogleButton label={t('lock.google')} purpose={{ kind: 'unlock', search }} onFailure={setNoGoogle} />
        </>
      )}
      <p className={classes.way}>
        {t('lock.other')} <Link to="/auth/logout">{t('lock.signOut')}</Link>
      </p>
    </AuthLayout>
  )
}
