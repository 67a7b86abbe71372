import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { verifySecondFactor } from '#contract/second-factor.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useErrorMessage } from '#web/core/error-text.ts'
import { refreshSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import {
  PasskeyUnavailableError,
  requestPasskeyProof,
  type SecondFactorMethods,
  type SecondFactorProof,
  useSecondFactorMethods,
} from '#web/domain/second-factor-methods.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import classes from './auth-form.module.css'
import { AuthLayout } from './auth-layout.tsx'
import { useAuthLocation } from './auth-location.ts'
import { FailureNotice } from './failure-notice.tsx'
import styles from './second-factor.module.css'
import { useSignInAttempt } from './use-sign-in-attempt.ts'

const extractSixDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, 6)

type CodeFormProps = {
  isRecoveryCode: boolean
  busy: boolean
  onCode: (proof: SecondFactorProof) => Promise<boolean>
  isOnlyMethod: boolean
}

/** Six digits, sent as soon as they are there; or a recovery code. */
const SecondFactorCodeForm = ({ isRecoveryCode, busy, onCode, isOnlyMethod }: CodeFormProps) => {
  const { t } = useTranslation('personal-area')
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const send = async (typed: string): Promise<void> => {
    if (await onCode(isRecoveryCode ? { recoveryCode: typed.trim() } : { code: typed })) return
    setCode('')
    field.current?.focus()
  }
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const typed = isRecoveryCode ? currentTarget.value : extractSixDigits(currentTarget.value)
    setMissing(false)
    setCode(typed)
    if (!isRecoveryCode && typed.length === 6 && typed !== code && !busy) void send(typed)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const whole = isRecoveryCode ? code.trim() !== '' : code.length === 6
    setMissing(!whole)
    if (whole) void send(code)
    else field.current?.focus()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        ref={field}
        name={isRecoveryCode ? 'recovery' : 'code'}
        label={t(isRecoveryCode ? 'give.recovery' : 'give.code')}
        description={t(isRecoveryCode ? 'give.recoveryHint' : 'give.codeHint')}
        error={missing && t(isRecoveryCode ? 'give.missingRecovery' : 'give.missingCode')}
        value={code}
        onChange={change}
        inputMode={isRecoveryCode ? 'text' : 'numeric'}
        autoComplete={isRecoveryCode ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        autoFocus={isOnlyMethod}
        size="md"
      />
      <SubmitButton size="md" fullWidth variant={isOnlyMethod ? 'filled' : 'default'} busy={busy}>
        {t(busy ? 'give.submitting' : 'give.submit')}
      </SubmitButton>
    </form>
  )
}

type SecondFactorFormProps = { methods: SecondFactorMethods; onOpen: () => Promise<void> }

/** The ways that this person has: a passkey first, then the app's code, and a recovery code for whoever lost both. */
const SecondFactorForm = ({ methods, onOpen }: SecondFactorFormProps) => {
  const { t } = useTranslation('personal-area')
  const textOf = useErrorMessage()
  const { busy, failure, wait, attempt } = useSignInAttempt()
  const [lost, setLost] = useState(false)
  const isRecoveryCode = lost || !(methods.totp || methods.passkey)
  const prove = (proof: () => Promise<SecondFactorProof>): Promise<boolean> =>
    attempt(async () => {
      await callEndpoint(verifySecondFactor, { body: await proof() })
      await onOpen()
    })
  const text =
    failure === null ? null : failure instanceof PasskeyUnavailableError ? t('give.passkeyFailed') : textOf(failure)
  return (
    <>
      <FailureNotice text={text} wait={wait} />
      {methods.passkey && !isRecoveryCode && (
        <Button
          size="md"
          fullWidth
          leftSection={<IconFingerprint size={20} stroke={1.6} aria-hidden />}
          disabled={busy}
          autoFocus
          onClick={() => void prove(requestPasskeyProof)}
        >
          {t('give.passkey')}
        </Button>
      )}
      {methods.passkey && methods.totp && !isRecoveryCode && <div className={classes.or}>{t('give.or')}</div>}
      {(methods.totp || isRecoveryCode) && (
        <SecondFactorCodeForm
          key={String(isRecoveryCode)}
          isRecoveryCode={isRecoveryCode}
          busy={busy}
          isOnlyMethod={isRecoveryCode || !methods.passkey}
          onCode={(proof) => prove(async () => proof)}
        />
      )}
      {methods.recoveryCode && (methods.totp || methods.passkey) && (
        <p className={classes.way}>
          <UnstyledButton className={styles.other} onClick={() => setLost(!lost)}>
            {t(lost ? 'give.back' : 'give.useRecovery')}
          </UnstyledButton>
        </p>
      )}
    </>
  )
}

/** After the password: the session opens with a second factor, and goes on to where the person was going. */
export default function SecondFactorScreen() {
  const { t } = useTranslation('personal-area')
  const { goIn } = useAuthLocation()
  const { methods, failure, ask } = useSecondFactorMethods()
  return (
    <AuthLayout title={t('give.title')} description={t('give.lead')}>
      {failure !== null && <ErrorState error={failure} onRetry={ask} />}
      {methods && <SecondFactorForm methods={methods} onOpen={async () => goIn(await refreshSession())} />}
      <p className={classes.way}>
        <Link to="/auth/logout">{t('give.signOut')}</Link>
      </p>
    </AuthLayout>
  )
}
