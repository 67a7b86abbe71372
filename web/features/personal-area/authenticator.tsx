import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { beginTotpSetup, confirmTotpSetup, removeTotp } from '#contract/second-factor.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Section } from '#web/ui/section.tsx'
import textClasses from '#web/ui/text.module.css'
import { OnOffBadge } from './on-off-badge.tsx'
import classes from './personal.module.css'
import { QrCode } from './qr-code.tsx'
import type { SecondFactorProps } from './use-second-factor.ts'

type TotpEnrolment = ResponseBody<typeof beginTotpSetup>
type EnrolTotpProps = {
  enrolment: TotpEnrolment
  replaces: boolean
  onDone: (codes: string[] | null) => void
  onCancel: () => void
}

/** The secret, to be scanned or typed, and its first code. */
const EnrolTotpForm = ({ enrolment: begun, replaces, onDone, onCancel }: EnrolTotpProps) => {
  const { t } = useTranslation('personal-area')
  const sending = useSubmitForm<{ code: string }>({
    defaults: { code: '' },
    submit: async ({ code }) => {
      const { recoveryCodes } = await callEndpoint(confirmTotpSetup, { body: { code: code.replace(/\s/g, '') } })
      onDone(recoveryCodes)
    },
  })
  const { code: wrong } = sending.form.formState.errors
  return (
    <div className={classes.enrol}>
      <QrCode text={begun.address} label={t('app.qr')} />
      <div className={classes.enrolSide}>
        <p className={textClasses.lead}>{t('app.scan')}</p>
        {replaces && <p className={textClasses.lead}>{t('app.oldStays')}</p>}
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
          formState={sending}
          label={t('app.title')}
          actions={<SubmitCancelButtons busy={sending.busy} submit={t('app.confirm')} onCancel={onCancel} />}
        >
          <TextInput
            label={t('app.code')}
            description={t('app.codeHint')}
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
export const Authenticator = ({ factor: { totp }, change, changed }: SecondFactorProps) => {
  const { t } = useTranslation('personal-area')
  const format = useFormatters()
  const [begun, setBegun] = useState<TotpEnrolment | null>(null)
  const [asking, setAsking] = useState(false)
  const begin = (): void =>
    void change(
      (proof) => callEndpoint(beginTotpSetup, { body: proof }),
      (answer) => setBegun(answer),
    )
  const remove = (): void =>
    void change(
      (proof) => callEndpoint(removeTotp, { body: proof }),
      () => changed(t('app.removed')),
    )
  return (
    <Section
      title={t('app.title')}
      description={t('app.lead')}
      state={
        <OnOffBadge on={totp !== null}>
          {totp ? t('app.on', { date: format.dateTime(totp.confirmedAt) }) : t('app.off')}
        </OnOffBadge>
      }
    >
      {begun ? (
        <EnrolTotpForm
          enrolment={begun}
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
        <ConfirmDialog
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
