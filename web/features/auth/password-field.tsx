import { PasswordInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  label: string
  error?: string | false | undefined
  hint?: ReactNode
  /** Which password the browser is to offer. */
  kind: 'current-password' | 'new-password'
  required?: boolean
  autoFocus?: boolean
  onChange?: (password: string) => void
}

/** A password that can be shown, and that says when Caps Lock is on. */
export const PasswordField = ({ label, error, hint, kind, required = true, autoFocus = false, onChange }: Props) => {
  const { t } = useTranslation('auth')
  const [capsLock, setCapsLock] = useState(false)
  const [visible, setVisible] = useState(false)
  const watchCapsLock = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <PasswordInput
      name="password"
      label={label}
      error={error}
      description={capsLock ? t('capsLock') : hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete={kind}
      autoFocus={autoFocus}
      maxLength={1000}
      required={required}
      withAsterisk={false}
      size="md"
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      {...(onChange && { onChange: ({ currentTarget }) => onChange(currentTarget.value) })}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{ tabIndex: 0, 'aria-label': t(visible ? 'hide' : 'show') }}
    />
  )
}
