import { Button, TextInput } from '@mantine/core'
import { type SubmitEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { CallError } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { resetSessionFlags } from '#web/core/session-actions.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import classes from './auth-form.module.css'
import { AuthLayout } from './auth-layout.tsx'
import { useAuthLocation } from './auth-location.ts'
import { FailureNotice } from './failure-notice.tsx'
import { defaultSuccessMessage, requestFailedMessage, startPasswordReset } from './start-password-reset.ts'
import { useSignInAttempt } from './use-sign-in-attempt.ts'

/** Asks for the link that sets a new password. What is known of the e-mail is never said. */
export default function ForgetPasswordScreen() {
  const { t } = useTranslation('session')
  const { to } = useAuthLocation()
  const [missing, setMissing] = useState(false)
  const { passwordReset, resetPasswordSuccess } = useSession()
  const { busy, failure, wait, attempt, again, clear } = useSignInAttempt()
  useEffect(() => resetSessionFlags, [])

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('email') as HTMLInputElement
    const email = field.value.trim()
    setMissing(!email)
    clear()
    if (!email || !(await attempt(() => startPasswordReset(email)))) field.focus()
  }

  /** The server's fixed sentences in the reader's language; whatever else it says as it says it. */
  const spoken = (message: string): string =>
    message === defaultSuccessMessage
      ? t('forgot.sent')
      : message === requestFailedMessage
        ? t('forgot.failed')
        : message
  const refusal = failure instanceof Error && failure.cause instanceof CallError ? failure.cause : null

  return (
    <AuthLayout title={t('forgot.title')} {...(!passwordReset && { description: t('forgot.lead') })}>
      {passwordReset ? (
        <>
          <p role="status" className={classes.done}>
            {spoken(resetPasswordSuccess ?? '')}
          </p>
          <p className={classes.hint}>{t('forgot.hint')}</p>
          <Button
            variant="default"
            size="md"
            fullWidth
            onClick={() => {
              again()
              resetSessionFlags()
            }}
          >
            {t('forgot.again')}
          </Button>
        </>
      ) : (
        <form className={classes.form} onSubmit={submit} noValidate>
          <FailureNotice
            text={failure instanceof Error ? spoken(failure.message) : null}
            wait={refusal?.text ? 0 : wait}
          />
          <TextInput
            name="email"
            type="email"
            label={t('email')}
            error={missing && t('missingEmail')}
            autoComplete="email"
            maxLength={254}
            autoFocus
            required
            withAsterisk={false}
            size="md"
          />
          <SubmitButton size="md" fullWidth busy={busy}>
            {t(busy ? 'forgot.submitting' : 'forgot.submit')}
          </SubmitButton>
        </form>
      )}
      <p className={classes.way}>
        <Link to={to('login')}>{t('back')}</Link>
      </p>
    </AuthLayout>
  )
}
