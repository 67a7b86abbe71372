import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = PasswordInputProps & { ref?: Ref<HTMLInputElement> }

/** A password, hidden until it is asked to be seen. */
export const PasswordField = (props: Props) => {
  const { t } = useTranslation('personal')
  const [visible, setVisible] = useState(false)
  return (
    <PasswordInput
      maxLength={1000}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{ tabIndex: 0, 'aria-label': t(visible ? 'hide' : 'show') }}
      {...props}
    />
  )
}
