import { useState } from 'react'
import { changeOwnPassword } from '#contract/auth.ts'
import { CallError, callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Section } from '#web/ui/section.tsx'
import { SuccessMessage } from '#web/ui/status-messages.tsx'
import type { PersonalSectionProps } from './personal-section-props.ts'

const minPasswordLength = 10

type PasswordFormValues = { current: string; password: string }
const emptyFormValues: PasswordFormValues = { current: '', password: '' }

/** A refusal of one of the two passwords stands beside its field. */
const fieldByErrorCode: Record<string, keyof PasswordFormValues> = {
  'password.wrong': 'current',
  'password.sameAsBefore': 'password',
  'password.tooCommon': 'password',
  'password.ownWords': 'password',
}
const passwordErrorCodes = ['password.sameAsBefore', 'password.tooCommon', 'password.ownWords'] as const

const ChangePasswordForm = ({ onChanged }: { onChanged: () => void }) => {
  const { t } = useTranslation(['personal-area', 'errors'])
  const sending = useSubmitForm<PasswordFormValues>({
    defaults: emptyFormValues,
    submit: async (body) => {
      try {
        await callEndpoint(changeOwnPassword, { body })
      } catch (error) {
        const field = error instanceof CallError ? fieldByErrorCode[error.code] : undefined
        if (!field) throw error
        throw new CallError(422, { code: (error as CallError).code, fields: { [field]: (error as CallError).code } })
      }
      sending.form.reset(emptyFormValues)
      onChanged()
    },
  })
  const {
    register,
    formState: { errors },
  } = sending.form
  const currentError =
    errors.current && t(errors.current.message === 'password.wrong' ? 'confirm.wrongPassword' : 'password.missing')
  const refusal = passwordErrorCodes.find((code) => code === errors.password?.message)
  const nextError =
    errors.password && (refusal ? t(`errors:codes.${refusal}`) : t('password.short', { count: minPasswordLength }))
  return (
    <Form
      formState={sending}
      label={t('password.title')}
      actions={<SubmitButton busy={sending.busy}>{t('password.submit')}</SubmitButton>}
    >
      <PasswordField
        label={t('password.current')}
        error={currentError}
        autoComplete="current-password"
        {...register('current', { required: 'missing' })}
      />
      <PasswordField
        label={t('password.next')}
        description={t('password.rule', { count: minPasswordLength })}
        error={nextError}
        autoComplete="new-password"
        {...register('password', { required: 'short', minLength: { value: minPasswordLength, message: 'short' } })}
      />
    </Form>
  )
}

/** Changes the password, which asks for the old one; all other sessions end. Whoever has none is told how to get one. */
export const ChangePassword = ({ session }: PersonalSectionProps) => {
  const { t } = useTranslation('personal-area')
  const [changed, setChanged] = useState(false)
  if (!session.hasPassword) return <Section title={t('password.title')} description={t('password.none')} />
  return (
    <Section title={t('password.title')} description={t('password.lead')}>
      <SuccessMessage>{changed && t('password.changed')}</SuccessMessage>
      <ChangePasswordForm onChanged={() => setChanged(true)} />
    </Section>
  )
}
