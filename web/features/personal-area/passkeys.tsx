import { Button, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import type { SecondFactorStatus } from '#contract/second-factor.ts'
import { removePasskey } from '#contract/second-factor.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useUserAgentText } from '#web/domain/user-agent-text.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Section } from '#web/ui/section.tsx'
import { Notice } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import { createPasskey } from './create-passkey.ts'
import classes from './personal.module.css'
import type { SecondFactorProps } from './use-second-factor.ts'

type Passkey = SecondFactorStatus['passkeys'][number]

/** Why no passkey can be made here; null where one can. */
const usePasskeyObstacleText = (passkeysAt: string | null): string | null => {
  const { t } = useTranslation('personal-area')
  if (passkeysAt === null) return t('passkeys.noDomain')
  if (passkeysAt !== location.origin) return t('passkeys.elsewhere', { address: passkeysAt })
  return 'PublicKeyCredential' in window ? null : t('passkeys.unsupported')
}

type PasskeyNameProps = { onName: (name: string) => Promise<void>; onCancel: () => void }

const PasskeyNameForm = ({ onName, onCancel }: PasskeyNameProps) => {
  const { t } = useTranslation('personal-area')
  const agentText = useUserAgentText()
  const sending = useSubmitForm<{ name: string }>({
    defaults: { name: agentText(navigator.userAgent) },
    submit: ({ name }) => onName(name.trim()),
  })
  return (
    <Form
      formState={sending}
      label={t('passkeys.add')}
      actions={<SubmitCancelButtons busy={sending.busy} submit={t('passkeys.create')} onCancel={onCancel} />}
    >
      <TextInput
        label={t('passkeys.name')}
        description={t('passkeys.nameHint')}
        error={sending.form.formState.errors.name && t('passkeys.nameMissing')}
        className={classes.field}
        maxLength={80}
        autoComplete="off"
        autoFocus
        {...sending.form.register('name', { required: true, validate: (name) => name.trim() !== '' })}
      />
    </Form>
  )
}

const PasskeyRow = ({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) => {
  const { t } = useTranslation('personal-area')
  const format = useFormatters()
  const { name, createdAt, usedAt } = passkey
  return (
    <li className={classes.row}>
      <IconFingerprint className={classes.rowIcon} size={20} stroke={1.6} aria-hidden />
      <div className={classes.rowWords}>
        <strong>{name}</strong>
        <span>{t('passkeys.made', { date: format.dateTime(createdAt) })}</span>
        <span title={usedAt ? format.dateTime(usedAt) : undefined}>
          {usedAt ? t('passkeys.used', { when: format.relative(usedAt) }) : t('passkeys.unused')}
        </span>
      </div>
      <Button variant="default" size="xs" aria-label={t('passkeys.removeNamed', { name })} onClick={onRemove}>
        {t('passkeys.remove')}
      </Button>
    </li>
  )
}

/** The passkeys of the person: made here, named, removed. */
export const Passkeys = ({ factor: { passkeys, passkeysAt }, change, changed }: SecondFactorProps) => {
  const { t } = useTranslation('personal-area')
  const hindrance = usePasskeyObstacleText(passkeysAt)
  const [naming, setNaming] = useState(false)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const [failed, setFailed] = useState<'failed' | 'known' | null>(null)
  const add = async (name: string): Promise<void> => {
    setFailed(null)
    await change(
      (proof) => createPasskey(name, proof),
      (made) => {
        if (typeof made === 'string') return setFailed(made)
        setNaming(false)
        changed(t('passkeys.added', { name }), made.recoveryCodes)
      },
    )
  }
  const remove = ({ id, name }: Passkey): void =>
    void change(
      (proof) => callEndpoint(removePasskey, { params: { passkeyId: id }, body: proof }),
      () => changed(t('passkeys.removed', { name })),
    )
  return (
    <Section title={t('passkeys.title')} description={t('passkeys.lead')}>
      {passkeys.length > 0 ? (
        <ul className={classes.rows}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
          ))}
        </ul>
      ) : (
        !hindrance && <p className={textClasses.lead}>{t('passkeys.none')}</p>
      )}
      <div role="alert">{failed && <Notice>{t(`passkeys.${failed}`)}</Notice>}</div>
      {hindrance && <Notice>{hindrance}</Notice>}
      {!hindrance && naming && <PasskeyNameForm onName={add} onCancel={() => setNaming(false)} />}
      {!hindrance && !naming && (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => setNaming(true)}>
            {t('passkeys.add')}
          </Button>
        </div>
      )}
      {removing && (
        <ConfirmDialog
          title={t('passkeys.removeTitle', { name: removing.name })}
          text={t('passkeys.removeText')}
          action={t('passkeys.remove')}
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </Section>
  )
}
