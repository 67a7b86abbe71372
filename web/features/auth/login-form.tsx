import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/core/call.ts'
import classes from './login.module.css'

type Missing = { identity?: boolean; password?: boolean }

/** Counts down from what the server asked to wait; 0 when one may try. */
const useWait = (): [number, (seconds: number) => void] => {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, setLeft]
}

/** Name and password. Whatever the server's reason for refusing, the person reads the one text of the specification. */
export const LoginForm = ({ onEnter }: { onEnter: (identity: string, password: string) => Promise<void> }) => {
  const { t } = useTranslation('auth')
  const form = useRef<HTMLFormElement>(null)
  const [missing, setMissing] = useState<Missing>({})
  const [failure, setFailure] = useState<'wrong' | 'unreachable' | null>(null)
  const [busy, setBusy] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const [visible, setVisible] = useState(false)
  const [wait, setWait] = useWait()
  const field = (name: string): HTMLInputElement => form.current!.elements.namedItem(name) as HTMLInputElement

  const watchCapsLock = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'))

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const [identity, password] = [field('identity').value.trim(), field('password').value]
    setMissing({ identity: !identity, password: !password })
    if (!identity || !password) return field(identity ? 'password' : 'identity').focus()
    setFailure(null)
    setBusy(true)
    try {
      await onEnter(identity, password)
    } catch (error) {
      const away = error instanceof CallError && (error.status === 0 || error.status >= 500)
      setFailure(away ? 'unreachable' : 'wrong')
      setWait(error instanceof CallError && error.status === 429 ? (error.retryAfter ?? 0) : 0)
      setBusy(false)
      field('password').select()
    }
  }

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <div role="alert">
        {failure && (
          <p className={classes.failure}>
            {t(failure)}
            {wait > 0 && <span className={classes.wait}>{t('wait', { count: wait })}</span>}
          </p>
        )}
      </div>
      <TextInput
        name="identity"
        label={t('identity')}
        error={missing.identity && t('missingIdentity')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        autoFocus
        required
        withAsterisk={false}
        size="md"
      />
      <PasswordInput
        name="password"
        label={t('password')}
        error={missing.password && t('missingPassword')}
        description={capsLock ? t('capsLock') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="current-password"
        maxLength={1000}
        required
        withAsterisk={false}
        size="md"
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        visible={visible}
        onVisibilityChange={setVisible}
        visibilityToggleButtonProps={{ tabIndex: 0, 'aria-label': t(visible ? 'hide' : 'show') }}
      />
      <Button type="submit" size="md" fullWidth disabled={busy} aria-busy={busy}>
        {t(busy ? 'submitting' : 'submit')}
      </Button>
    </form>
  )
}
