import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeOwnPassword } from '#contract/auth.ts'
import { CallError, call } from '#web/core/call.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Done } from '#web/ui/message.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Section } from '#web/ui/section.tsx'
import type { PartProps } from './part-props.ts'
import classes from './personal.module.css'

const shortest = 10

type Values = { current: string; password: string }
const empty: Values = { current: '', password: '' }

/** A refusal of one of the two passwords stands beside its field. */
const fieldOf: Record<string, keyof Values> = {
  'password.wrong': 'current',
  'password.sameAsBefore': 'password',
  'password.tooCommon': 'password',
  'password.ownWords': 'password',
}
const codes = ['password.sameAsBefore', 'password.tooCommon', 'password.ownWords'] as const

const PasswordForm = ({ onChanged }: { onChanged: () => void }) => {
  const { t } = useTranslation(['personal-area', 'errors'])
  const sending = useSending<Values>({
    defaults: empty,
    send: async (body) => {
      try {
        await call(changeOwnPassword, { body })
      } catch (error) {
        const field = error instanceof CallError ? fieldOf[error.code] : undefined
        if (!field) throw error
        throw new CallError(422, { code: (error as CallError).code, fields: { [field]: (error as CallError).code } })
      }
      sending.form.reset(empty)
      onChanged()
    },
  })
  const {
    register,
    formState: { errors },
  } = sending.form
  const currentError =
    errors.current && t(errors.current.message === 'password.wrong' ? 'confirm.wrongPassword' : 'password.missing')
  const refusal = codes.find((code) => code === errors.password?.message)
  const nextError =
    errors.password && (refusal ? t(`errors:codes.${refusal}`) : t('password.short', { count: shortest }))
  return (
    <Form
      sending={sending}
      label={t('password.title')}
      actions={
        <Button type="submit" disabled={sending.busy} aria-busy={sending.busy}>
          {t('password.submit')}
        </Button>
      }
    >
      <div className={classes.fields}>
        <PasswordField
          label={t('password.current')}
          error={currentError}
          autoComplete="current-password"
          {...register('current', { required: 'missing' })}
        />
        <PasswordField
          label={t('password.next')}
          description={t('password.rule', { count: shortest })}
          error={nextError}
          autoComplete="new-password"
          {...register('password', { required: 'short', minLength: { value: shortest, message: 'short' } })}
        />
      </div>
    </Form>
  )
}

/** Changes the password, which asks for the old one; all other sessions end. Whoever has none is told how to get one. */
export const ChangePassword = ({ session }: PartProps) => {
  const { t } = useTranslation('personal-area')
  const [changed, setChanged] = useState(false)
  if (!session.hasPassword) return <Section title={t('password.title')} lead={t('password.none')} />
  return (
    <Section title={t('password.title')} lead={t('password.lead')}>
      <Done>{changed && t('password.changed')}</Done>
      <PasswordForm onChanged={() => setChanged(true)} />
    </Section>
  )
}
