import { Button, Modal, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/core/call.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useSending } from '#web/ui/form/use-sending.ts'
import { PasswordField } from './password-field.tsx'
import classes from './personal.module.css'

/** What the server may ask for before it changes what guards the account. */
export type Proof = { password?: string; code?: string }
/** Does what may have to be confirmed: null where the person thought better of it. */
export type Confirmed = <T>(act: (proof: Proof) => Promise<T>) => Promise<T | null>

type Kind = 'password' | 'code'
type Asked = { kind: Kind; act: (proof: Proof) => Promise<void>; giveUp: () => void; fail: (error: unknown) => void }

/** Which proof a refusal is about, and whether it was given. */
const aboutProof = (error: unknown): { kind: Kind; missing: boolean } | null => {
  if (!(error instanceof CallError) || error.status !== 422) return null
  for (const kind of ['password', 'code'] as const)
    if (error.fields[kind]) return { kind, missing: error.fields[kind] === 'required' }
  return null
}

const Dialog = ({ asked, onClose }: { asked: Asked; onClose: () => void }) => {
  const { t } = useTranslation(['personal', 'common'])
  const { kind, act, fail } = asked
  const sending = useSending<{ password: string; code: string }>({
    defaults: { password: '', code: '' },
    send: async (values) => {
      try {
        await act({ [kind]: values[kind] })
      } catch (error) {
        // What isn't about the proof, nor passes by waiting, is for who asked.
        if (aboutProof(error) || !(error instanceof CallError) || [0, 429].includes(error.status)) throw error
        fail(error)
      }
      onClose()
    },
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
      actions={
        <>
          <Button type="submit" disabled={sending.busy} aria-busy={sending.busy}>
            {t('confirm.submit')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </>
      }
    >
      <p className={classes.lead}>{t(kind === 'password' ? 'confirm.password' : 'confirm.code')}</p>
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

/** Runs changes that the server may want confirmed: it says so, the person is asked, and the change is sent again with the proof. */
export const useConfirmed = (): { confirmed: Confirmed; dialog: ReactNode } => {
  const { t } = useTranslation(['personal', 'common'])
  const [asked, setAsked] = useState<Asked | null>(null)
  const confirmed: Confirmed = async (act) => {
    try {
      return await act({})
    } catch (error) {
      const about = aboutProof(error)
      if (!about?.missing) throw error
      return new Promise((resolve, reject) =>
        setAsked({
          kind: about.kind,
          act: async (proof) => resolve(await act(proof)),
          giveUp: () => resolve(null),
          fail: reject,
        }),
      )
    }
  }
  const close = (): void => {
    // Done or failed, this changes nothing any more.
    asked?.giveUp()
    setAsked(null)
  }
  const dialog = (
    <Modal
      opened={asked !== null}
      onClose={close}
      title={t('confirm.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {asked && <Dialog asked={asked} onClose={close} />}
    </Modal>
  )
  return { confirmed, dialog }
}
