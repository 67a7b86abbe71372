import { Button, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { giveSecondFactor } from '#contract/second-factor.ts'
import { CallError, call } from '#web/core/call.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Failure } from '#web/ui/message.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import classes from './confirm-form.module.css'
import { NoPasskey, passkeyProof, useWays } from './second-factor-ways.ts'

/** What the server may ask for before it changes what guards the account. A passkey is given to the session instead. */
export type Proof = { password?: string; code?: string }

type Kind = 'password' | 'code'
export type Asked = {
  kind: Kind
  /** Whether a recovery code will do. */
  recoveryCodes: boolean
  act: (proof: Proof) => Promise<void>
  giveUp: () => void
  fail: (error: unknown) => void
}

/** Which proof a refusal is about, and whether it was given. */
export const aboutProof = (error: unknown): { kind: Kind; missing: boolean } | null => {
  if (!(error instanceof CallError) || error.status !== 422) return null
  for (const kind of ['password', 'code'] as const)
    if (error.fields[kind]) return { kind, missing: error.fields[kind] === 'required' }
  return null
}

type Props = { asked: Asked; onClose: () => void }

/** Does what was asked for. What isn't about the proof, nor passes by waiting, is for who asked. */
const actWith = async ({ asked: { act, fail }, onClose }: Props, proof: Proof): Promise<void> => {
  try {
    await act(proof)
  } catch (error) {
    if (aboutProof(error) || !(error instanceof CallError) || [0, 429].includes(error.status)) throw error
    fail(error)
  }
  onClose()
}

const Typed = ({ asked, onClose }: Props) => {
  const { t } = useTranslation('personal-area')
  const { kind } = asked
  const sending = useSending<{ password: string; code: string }>({
    defaults: { password: '', code: '' },
    send: (values) => actWith({ asked, onClose }, { [kind]: values[kind] }),
  })
  const {
    register,
    formState: { errors },
  } = sending.form
  const wrong = kind === 'password' ? t('confirm.wrongPassword') : t('confirm.wrongCode')
  return (
    <Form
      sending={sending}
      label={t('confirm.title')}
      actions={<SubmitOrCancel busy={sending.busy} submit={t('confirm.submit')} onCancel={onClose} />}
    >
      {kind === 'password' ? (
        <PasswordField
          label={t('confirm.passwordLabel')}
          error={errors.password && (errors.password.message === 'missing' ? t('password.missing') : wrong)}
          autoComplete="current-password"
          data-autofocus
          {...register('password', { required: 'missing' })}
        />
      ) : (
        <TextInput
          label={t('confirm.codeLabel')}
          error={errors.code && (errors.code.message === 'missing' ? t('give.missingCode') : wrong)}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          data-autofocus
          {...register('code', { required: 'missing' })}
        />
      )}
    </Form>
  )
}

/** Given to the session, a passkey speaks for the person while the change is sent again. */
const Passkey = (props: Props) => {
  const { t } = useTranslation('personal-area')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const give = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await call(giveSecondFactor, { body: await passkeyProof() })
      await actWith(props, {})
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <>
      <Failure of={failure}>{failure instanceof NoPasskey ? t('give.passkeyFailed') : undefined}</Failure>
      <Button
        fullWidth
        leftSection={<IconFingerprint size={20} stroke={1.6} aria-hidden />}
        disabled={busy}
        aria-busy={busy}
        autoFocus
        data-autofocus
        onClick={give}
      >
        {t('give.passkey')}
      </Button>
    </>
  )
}

/** For somebody without a password: a passkey where there is one, and a code where there are some. */
const PasskeyOrCode = (props: Props) => {
  const { t } = useTranslation(['personal-area', 'common'])
  const { ways, failure, ask } = useWays()
  if (failure !== null) return <ErrorState error={failure} onRetry={ask} />
  if (!ways) return null
  const { passkey, totp, recoveryCode } = ways
  const { recoveryCodes } = props.asked
  const hasCodes = totp || (recoveryCode && recoveryCodes)
  const [either, code] = recoveryCodes
    ? (['confirm.passkeyOrCode', 'confirm.code'] as const)
    : (['confirm.passkeyOrAppCode', 'confirm.appCode'] as const)
  return (
    <>
      <p className={classes.lead}>{t(passkey ? (hasCodes ? either : 'confirm.passkey') : code)}</p>
      {passkey && <Passkey {...props} />}
      {hasCodes || !passkey ? (
        <Typed {...props} />
      ) : (
        <Button variant="default" fullWidth onClick={props.onClose}>
          {t('common:cancel')}
        </Button>
      )}
    </>
  )
}

/** Asks for the proof that the server wants. */
export const ConfirmForm = (props: Props) => {
  const { t } = useTranslation('personal-area')
  return (
    <div className={classes.confirm}>
      {props.asked.kind === 'code' ? (
        <PasskeyOrCode {...props} />
      ) : (
        <>
          <p className={classes.lead}>{t('confirm.password')}</p>
          <Typed {...props} />
        </>
      )}
    </div>
  )
}
