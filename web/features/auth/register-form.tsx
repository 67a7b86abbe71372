import { TextInput } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '#web/core/use-translation.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import classes from './auth-form.module.css'
import { useAuthLocation } from './auth-location.ts'
import { signUp } from './sign-up.ts'

/** Sign-up: local, and without any validation, as the specification has it. */
export const RegisterForm = ({ autoFocus = false }: { autoFocus?: boolean }) => {
  const { t } = useTranslation('session')
  const { to } = useAuthLocation()
  const navigate = useNavigate()
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const textOf = (name: string): string => String(typed.get(name) ?? '')
    signUp(textOf('fullName'), textOf('username').trim(), textOf('password'))
    await navigate(to('confirm'))
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        name="fullName"
        label={t('register.fullName')}
        autoComplete="name"
        maxLength={200}
        autoFocus={autoFocus}
        size="md"
      />
      <TextInput
        name="username"
        type="email"
        label={t('register.username')}
        autoComplete="email"
        maxLength={254}
        size="md"
      />
      <PasswordField name="password" size="md" label={t('register.password')} autoComplete="new-password" />
      <SubmitButton size="md" fullWidth>
        {t('register.submit')}
      </SubmitButton>
    </form>
  )
}
