import { Button, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { verifySecondFactor } from '#contract/second-factor.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { PasswordField } from '#web/ui/password-field.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import { useAction } from '#web/ui/use-action.ts'
import { PasskeyUnavailableError, requestPasskeyProof, useSecondFactorMethods } from './second-factor-methods.ts'

/** What the server may ask for before it changes what guards the account. A passkey is given to the session instead. */
export type ConfirmationProof = { password?: string; code?: string }

type ProofKind = 'password' | 'code'
export type ConfirmationRequest = {
  kind: ProofKind
  /** Whether a recovery code will do. */
  recoveryCodes: boolean
  run: (proof: ConfirmationProof) => Promise<void>
  cancel: () => void
  onFailure: (error: unknown) => void
}

/** Which proof a refusal is about, and whether it was given. */
export const parseProofError = (error: unknown): { kind: ProofKind; missing: boolean } | null => {
  if (!(error instanceof CallError) || error.status !== 422) return null
  for (const kind of ['password', 'code'] as const)
    if (error.fields[kind]) return { kind, missing: error.fields[kind] === 'required' }
  return null
}

type Props = { request: ConfirmationRequest; onClose: () => void }

/** Does what was asked for. What isn't about the proof, nor passes by waiting, is for who asked. */
const runWithProof = async (
  { request: { run: act, onFailure: fail }, onClose }: Props,
  proof: ConfirmationProof,
): Promise<void> => {
  try {
    await act(proof)
  } catch (error) {
    if (parseProofError(error) || !(error instanceof CallError) || [0, 429].includes(error.status)) throw error
    fail(error)
  }
  onClose()
}

const TypedProofForm = ({ request, onClose }: Props) => {
  const { t } = useTranslation('personal-area')
  const { kind } = request
  const sending = useSubmitForm<{ password: string; code: string }>({
    defaults: { password: '', code: '' },
    submit: (values) => runWithProof({ request, onClose }, { [kind]: values[kind] }),
  })
  const {
    register,
    formState: { errors },
  } = sending.form
  const wrong = kind === 'password' ? t('confirm.wrongPassword') : t('confirm.wrongCode')
  return (
    <Form
      formState={sending}
      label={t('confirm.title')}
      actions={<SubmitCancelButtons busy={sending.busy} submit={t('confirm.submit')} onCancel={onClose} />}
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
const PasskeyProofForm = (props: Props) => {
  const { t } = useTranslation('personal-area')
  const { busy, failure, run } = useAction()
  const give = () =>
    run(async () => {
      await callEndpoint(verifySecondFactor, { body: await requestPasskeyProof() })
      await runWithProof(props, {})
    })
  return (
    <>
      <FailureMessage of={failure}>
        {failure instanceof PasskeyUnavailableError ? t('give.passkeyFailed') : undefined}
      </FailureMessage>
      <Button
        fullWidth
        leftSection={<IconFingerprint size={20} stroke={1.6} aria-hidden />}
        disabled={busy}
        aria-busy={busy}
        autoFocus
        data-autofocus
        onClick={() => void give()}
      >
        {t('give.passkey')}
      </Button>
    </>
  )
}

/** For somebody without a password: a passkey where there is one, and a code where there are some. */
const PasskeyOrCodeForm = (props: Props) => {
  const { t } = useTranslation(['personal-area', 'common'])
  const { methods, failure, ask } = useSecondFactorMethods()
  if (failure !== null) return <ErrorState error={failure} onRetry={ask} />
  if (!methods) return null
  const { passkey, totp, recoveryCode } = methods
  const { recoveryCodes } = props.request
  const hasCodes = totp || (recoveryCode && recoveryCodes)
  const [either, code] = recoveryCodes
    ? (['confirm.passkeyOrCode', 'confirm.code'] as const)
    : (['confirm.passkeyOrAppCode', 'confirm.appCode'] as const)
  return (
    <>
      <p className={textClasses.lead}>{t(passkey ? (hasCodes ? either : 'confirm.passkey') : code)}</p>
      {passkey && <PasskeyProofForm {...props} />}
      {hasCodes || !passkey ? (
        <TypedProofForm {...props} />
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
    <div className={layoutClasses.stack}>
      {props.request.kind === 'code' ? (
        <PasskeyOrCodeForm {...props} />
      ) : (
        <>
          <p className={textClasses.lead}>{t('confirm.password')}</p>
          <TypedProofForm {...props} />
        </>
      )}
    </div>
  )
}
