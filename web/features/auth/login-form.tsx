import { TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { Link } from 'react-router'
import { config } from '#web/core/config.ts'
import { login } from '#web/core/session-actions.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import classes from './auth-form.module.css'
import { useAuthLocation } from './auth-location.ts'
import { SignInFailure } from './failure-notice.tsx'
import { GoogleButton } from './google-button.tsx'
import { useSignInAttempt } from './use-sign-in-attempt.ts'

type MissingLoginFields = { identity?: boolean; password?: boolean }

/** Name and password, or Google. */
export const LoginForm = () => {
  const { t } = useTranslation('auth')
  const { to, search, goIn } = useAuthLocation()
  const [missing, setMissing] = useState<MissingLoginFields>({})
  const [unreachable, setUnreachable] = useState(false)
  const { busy, failure, wait, attempt, clear } = useSignInAttempt()

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const field = (name: string) => event.currentTarget.elements.namedItem(name) as HTMLInputElement
    const identity = field('identity')
    const password = field('password')
    const name = identity.value.trim()
    setUnreachable(false)
    clear()
    setMissing({ identity: !name, password: !password.value })
    if (!name || !password.value) return (name ? password : identity).focus()
    const done = await attempt(async () => goIn(await login(name, password.value)))
    if (!done) password.select()
  }

  return (
    <>
      <form className={classes.form} onSubmit={submit} noValidate>
        <SignInFailure failure={failure} retryAfterSeconds={wait} unreachable={unreachable} />
        <TextInput
          name="identity"
          label={t('identity')}
          error={missing.identity && t('missingIdentity')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          autoFocus
          required
          withAsterisk={false}
          size="md"
        />
        <PasswordField
          name="password"
          size="md"
          required
          label={t('password')}
          error={missing.password && t('missingPassword')}
          autoComplete="current-password"
        />
        <p className={classes.aside}>
          <Link to={to('forget-password')}>{t('forgot')}</Link>
        </p>
        <SubmitButton size="md" fullWidth busy={busy}>
          {t(busy ? 'submitting' : 'submit')}
        </SubmitButton>
      </form>
      {config.google && (
        <>
          <div className={classes.or}>{t('or')}</div>
          <GoogleButton
            label={t('google')}
            purpose={{ kind: 'signIn', search }}
            onFailure={() => setUnreachable(true)}
          />
        </>
      )}
    </>
  )
}
