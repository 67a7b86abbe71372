import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#contract/core/endpoint.ts'
import { beginTotp, confirmTotp, removeTotp } from '#contract/second-factor.ts'
import { call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { Ask } from '#web/ui/ask.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitOrCancel } from '#web/ui/form/submit-or-cancel.tsx'
import { useSending } from '#web/ui/form/use-sending.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './personal.module.css'
import { QrCode } from './qr-code.tsx'
import { State } from './state.tsx'
import type { FactorProps } from './use-second-factor.ts'

type Begun = Answer<typeof beginTotp>
type EnrolProps = { begun: Begun; replaces: boolean; onDone: (codes: string[] | null) => void; onCancel: () => void }

/** The secret, to be scanned or typed, and its first code. */
const Enrol = ({ begun, replaces, onDone, onCancel }: EnrolProps) => {
  const { t } = useTranslation('personal-area')
  const sending = useSending<{ code: string }>({
    defaults: { code: '' },
    send: async ({ code }) => {
      const { recoveryCodes } = await call(confirmTotp, { body: { code: code.replace(/\s/g, '') } })
      onDone(recoveryCodes)
    },
  })
  const { code: wrong } = sending.form.formState.errors
  return (
    <div className={classes.enrol}>
      <QrCode text={begun.address} label={t('app.qr')} />
      <div className={classes.enrolSide}>
        <p className={classes.lead}>{t('app.scan')}</p>
        {replaces && <p className={classes.lead}>{t('app.oldStays')}</p>}
        <dl className={classes.facts}>
          <div>
            <dt>{t('app.secret')}</dt>
            <dd className={classes.code}>{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</dd>
          </div>
        </dl>
        <div>
          <CopyButton text={begun.secret} label={t('app.copySecret')} />
        </div>
        <Form
          sending={sending}
          label={t('app.title')}
          actions={<SubmitOrCancel busy={sending.busy} submit={t('app.confirm')} onCancel={onCancel} />}
        >
          <TextInput
            label={t('app.code')}
            description={t('app.codeHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={wrong && t(wrong.message === 'wrong' ? 'confirm.wrongCode' : 'give.missingCode')}
            className={classes.short}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            autoFocus
            {...sending.form.register('code', {
              pattern: { value: /^\s*(\d\s*){6}$/, message: 'digits' },
              required: 'digits',
            })}
          />
        </Form>
      </div>
    </div>
  )
}

/** The authenticator app: set up, moved to another telephone, removed. */
export const Authenticator = ({ factor: { totp }, change, changed }: FactorProps) => {
  const { t } = useTranslation('personal-area')
  const format = useFormat()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [asking, setAsking] = useState(false)
  const begin = (): void =>
    void change(
      (proof) => call(beginTotp, { body: proof }),
      (answer) => setBegun(answer),
    )
  const remove = (): void =>
    void change(
      (proof) => call(removeTotp, { body: proof }),
      () => changed(t('app.removed')),
    )
  return (
    <Section
      title={t('app.title')}
      lead={t('app.lead')}
      state={
        <State on={totp !== null}>
          {totp ? t('app.on', { date: format.dateTime(totp.confirmedAt) }) : t('app.off')}
        </State>
      }
    >
      {begun ? (
        <Enrol
          begun={begun}
          replaces={totp !== null}
          onCancel={() => setBegun(null)}
          onDone={(codes) => {
            setBegun(null)
            changed(t('app.added'), codes)
          }}
        />
      ) : (
        <div className={classes.actions}>
          <Button variant={totp ? 'default' : 'filled'} onClick={begin}>
            {t(totp ? 'app.replace' : 'app.begin')}
          </Button>
          {totp && (
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('app.remove')}
            </Button>
          )}
        </div>
      )}
      {asking && (
        <Ask
          title={t('app.removeTitle')}
          text={t('app.removeText')}
          action={t('app.remove')}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}
