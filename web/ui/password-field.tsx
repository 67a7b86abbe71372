import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { useTranslation } from '#web/core/use-translation.ts'

type Props = PasswordInputProps & {
  ref?: Ref<HTMLInputElement>
  /** Which password the browser is to offer. */
  autoComplete: 'current-password' | 'new-password'
}

/** A password that can be shown, and that says when Caps Lock is on. */
export const PasswordField = ({ description, ...props }: Props) => {
  const { t } = useTranslation('common')
  const [capsLock, setCapsLock] = useState(false)
  const [visible, setVisible] = useState(false)
  const watchCapsLock = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <PasswordInput
      description={capsLock ? t('password.capsLock') : description}
      maxLength={1000}
      withAsterisk={false}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        tabIndex: 0,
        'aria-label': t(visible ? 'password.hide' : 'password.show'),
      }}
      {...props}
    />
  )
}
