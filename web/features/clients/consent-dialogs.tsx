import { Checkbox, NativeSelect } from '@mantine/core'
import type { ClientDetail } from '#contract/clients/client.ts'
import type { ConsentPurpose } from '#contract/consents/purposes.ts'
import type { ConsentSigner } from '#contract/consents/signers.ts'
import { type ConsentOfPurpose, sendConsents, withdrawConsent } from '#contract/consents.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useContentIdempotencyKey } from '#web/core/idempotency-key.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Notice } from '#web/ui/status-messages.tsx'
import classes from './client-consents.module.css'

type DialogProps = { client: ClientDetail; onDone: (message: string) => void; onClose: () => void }
type SendProps = DialogProps & { purposes: readonly ConsentOfPurpose[]; signers: readonly ConsentSigner[] }

/** Signed under the text in force: there is nothing to ask for. */
const isUpToDate = ({ state, endsOn, version }: ConsentOfPurpose): boolean =>
  state === 'signed' && endsOn === null && version !== null

/** Chosen beforehand: who has said no, or has signed, is asked again only where somebody chooses so. */
const isDue = ({ state, endsOn }: ConsentOfPurpose): boolean =>
  state === 'not_sent' || state === 'superseded' || endsOn !== null

/** Chooses what is sent. What waits for an answer goes along: one link at a time. */
const SendDialog = ({ client, purposes, signers, onDone, onClose }: SendProps) => {
  const { t } = useTranslation('consents')
  const format = useFormatters()
  const isOffered = (consent: ConsentOfPurpose) => consent.hasText && !isUpToDate(consent) && consent.open === null
  const key = useContentIdempotencyKey()
  const sending = useSubmitForm<{ purposes: ConsentPurpose[]; signerId: string }>({
    defaults: {
      signerId: signers[0]?.personId ?? '',
      purposes: purposes
        .filter((one) => one.open !== null || (isOffered(one) && isDue(one)))
        .map(({ purpose }) => purpose),
    },
    submit: async (values) => {
      const params = { clientId: client.id }
      const body = { purposes: values.purposes, ...(values.signerId && { signerId: values.signerId }) }
      const { recipient, expiresAt } = await callEndpoint(
        sendConsents,
        { params, body },
        { refreshOnRefusal: true, headers: key.headersOf(JSON.stringify(body)) },
      )
      onDone(t('send.done', { recipient, date: format.date(expiresAt) }))
      onClose()
    },
  })
  const { register, formState } = sending.form
  const describe = (consent: ConsentOfPurpose): string | undefined => {
    if (consent.open) return t('send.always')
    if (isUpToDate(consent)) return t('send.signed')
    return consent.hasText ? undefined : t('noText')
  }
  return (
    <Dialog title={t('send.title')} description={t('send.lead')} onClose={onClose}>
      <Form
        formState={sending}
        label={t('send.title')}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('send.submit')} onCancel={onClose} />}
      >
        <fieldset className={classes.choices}>
          <legend>{t('send.purposes')}</legend>
          {purposes.map((consent) => (
            <Checkbox
              key={consent.purpose}
              value={consent.purpose}
              label={t(`purposes.${consent.purpose}`)}
              description={describe(consent)}
              disabled={!isOffered(consent) && consent.open === null}
              {...register('purposes', { validate: (chosen) => chosen.length > 0 })}
            />
          ))}
          {formState.errors.purposes && <p className={classes.missing}>{t('send.none')}</p>}
        </fieldset>
        {signers.some(({ capacity }) => capacity !== 'client') && (
          <NativeSelect
            label={t('send.signer')}
            data={signers.map(({ personId, name, capacity }) => ({
              value: personId ?? '',
              label: `${name}, ${t(`capacities.${capacity}`)}`,
            }))}
            {...register('signerId')}
          />
        )}
        {purposes.some(({ open }) => open !== null) && <Notice>{t('send.replaces')}</Notice>}
      </Form>
    </Dialog>
  )
}

const WithdrawDialog = ({ client, purpose, onDone, onClose }: DialogProps & { purpose: ConsentPurpose }) => {
  const { t } = useTranslation('consents')
  return (
    <ReasonDialog
      title={t('withdraw.title', { purpose: t(`purposes.${purpose}`) })}
      text={[t('withdraw.lead'), purpose === 'information' && t('withdraw.gate')].filter(Boolean).join(' ')}
      action={t('withdraw.submit')}
      label={t('withdraw.reason')}
      onClose={onClose}
      onSend={async (reason) => {
        const params = { clientId: client.id, purpose }
        await callEndpoint(withdrawConsent, { params, body: { reason } }, { refreshOnRefusal: true })
        onDone(t('withdraw.done'))
      }}
    />
  )
}

type Props = SendProps & ({ kind: 'send' } | { kind: 'withdraw'; purpose: ConsentPurpose })

/** Sends consents, or notes that one was withdrawn. Comes with the first of them. */
export default function ConsentDialogs(props: Props) {
  return props.kind === 'send' ? <SendDialog {...props} /> : <WithdrawDialog {...props} />
}
