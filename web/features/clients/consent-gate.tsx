import { Button } from '@mantine/core'
import { IconFileAlert, IconMailForward } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ClientDetail } from '#contract/clients/client.ts'
import { sendConsents } from '#contract/consents.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useContentIdempotencyKey } from '#web/core/idempotency-key.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FailureMessage, SuccessMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import classes from './client-consents.module.css'
import { buildClientConsentsQuery } from './client-consents.tsx'

const gateTexts = { lopdUnsigned: 'gate.text', lopdWithdrawn: 'gate.withdrawn', lopdRefused: 'gate.refused' } as const

/** Says that the consent is missing, what that stops, and sends it. Nothing of a client who has signed it. */
export const ConsentGate = ({ client }: { client: ClientDetail }) => {
  const { t } = useTranslation('consents')
  const format = useFormatters()
  const mayEdit = usePermission('bt_Clientes', 'edit')
  const { busy, failure, run } = useAction()
  const messages = useResultMessage()
  const key = useContentIdempotencyKey()
  const { data } = useQuery(buildClientConsentsQuery(client.id))
  const reason = client.canOperate.in.reasons.find((one) => one in gateTexts) as keyof typeof gateTexts | undefined
  if (!reason || !data) return null
  const information = data.purposes.find(({ purpose }) => purpose === 'information')
  const open = information?.open
  const send = () =>
    run(async () => {
      const body = { purposes: ['information' as const] }
      const { recipient, expiresAt } = await callEndpoint(
        sendConsents,
        { params: { clientId: client.id }, body },
        { refreshOnRefusal: true, headers: key.headersOf('information') },
      )
      key.renew()
      messages.show({ text: t('send.done', { recipient, date: format.date(expiresAt) }) })
    })
  const barrier = data.barrier ? t(`barriers.${data.barrier}`) : information?.hasText ? null : t('noText')
  return (
    <section className={classes.gate} aria-labelledby="consent-gate">
      <IconFileAlert size={20} aria-hidden />
      <div className={classes.gateText}>
        <strong id="consent-gate">{t('gate.title')}</strong>
        <div>{t(gateTexts[reason])}</div>
        {open && <div>{t('gate.open', { date: format.dateTime(open.sentAt), recipient: open.recipient })}</div>}
        {barrier && <div>{barrier}</div>}
        <FailureMessage of={failure} />
        <SuccessMessage>{messages.message?.text}</SuccessMessage>
      </div>
      {mayEdit && !barrier && (
        <Button
          size="xs"
          variant={open ? 'default' : 'filled'}
          leftSection={<IconMailForward size={16} aria-hidden />}
          loading={busy}
          onClick={() => void send()}
        >
          {t(open ? 'gate.resend' : 'gate.send')}
        </Button>
      )}
    </section>
  )
}
