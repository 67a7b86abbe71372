import { Button } from '@mantine/core'
import {
  type Icon,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconDownload,
  IconMailForward,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ClientDetail } from '#contract/clients/client.ts'
import type { ConsentPurpose } from '#contract/consents/purposes.ts'
import { type ConsentOfPurpose, downloadConsent, getClientConsents } from '#contract/consents.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { callForStream } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { type BadgeTone, StatusBadge } from '#web/domain/status-badge.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { downloadBlob } from '#web/ui/export/save-stream.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import classes from './client-consents.module.css'

/** Comes with the first of them. */
const LazyConsentDialogs = lazy(() => import('./consent-dialogs.tsx'))

type ClientConsentsAnswer = ResponseBody<typeof getClientConsents>
type ConsentRecord = ClientConsentsAnswer['history'][number]

export const buildClientConsentsQuery = (clientId: string) =>
  buildPartQuery(getClientConsents, { params: { clientId } })

const stateStyles: Record<ConsentOfPurpose['state'], readonly [BadgeTone, Icon]> = {
  not_sent: ['muted', IconCircleDashed],
  sent: ['att', IconClock],
  viewed: ['att', IconClock],
  signed: ['pos', IconCircleCheckFilled],
  refused: ['neg', IconCircleX],
  withdrawn: ['neg', IconCircleX],
  superseded: ['att', IconClock],
}

const ConsentBadge = ({ state }: Pick<ConsentOfPurpose, 'state'>) => {
  const { t } = useTranslation('clients')
  const [tone, icon] = stateStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={t(`consentStates.${state}`)} />
}

/** Since when it is so, under which text, until when it counts, and what waits for an answer. */
const ConsentDetails = ({ consent }: { consent: ConsentOfPurpose }) => {
  const { t } = useTranslation('consents')
  const format = useFormatters()
  const { since, version, endsOn, open, state, hasText } = consent
  const isExpired = open !== null && Date.parse(open.expiresAt) <= Date.now()
  const isKnown = state !== 'not_sent' && state !== 'sent' && state !== 'viewed'
  const facts = [
    since && t('since', { date: format.dateTime(since) }),
    isKnown && (version === null ? t('beforeRecords') : t('version', { version })),
    endsOn && t('endsOn', { date: format.date(endsOn) }),
    !hasText && t('noText'),
  ].filter(Boolean)
  const { sentAt = '', expiresAt = '', recipient = '' } = open ?? {}
  const dates = { date: format.dateTime(sentAt), until: format.dateTime(expiresAt), recipient }
  return (
    <div className={classes.details}>
      {facts.length > 0 && <span>{facts.join(' · ')}</span>}
      {open && (
        <span>
          {[
            t(isExpired ? 'open.expired' : 'open.waiting', dates),
            open.viewedAt ? t('open.viewed', { date: format.dateTime(open.viewedAt) }) : t(`open.mail.${open.mail}`),
          ].join(' · ')}
        </span>
      )}
    </div>
  )
}

/** What happened to one consent, in the order in which it did. */
const ConsentRecordItem = ({ clientId, record }: { clientId: string; record: ConsentRecord }) => {
  const { t } = useTranslation(['consents', 'clients'])
  const format = useFormatters()
  const { busy, failure, run } = useAction()
  const { purpose, state, sentAt, decidedAt, viewedAt, withdrawnAt, withdrawnByName, supersededAt, address } = record
  const name = t(`purposes.${purpose}`)
  const date = format.dateTime(decidedAt ?? sentAt)
  const wasRefused = state === 'refused'
  const steps = [
    sentAt && `${format.dateTime(sentAt)} · ${t('history.sent', { name: record.sentByName ?? '–' })}`,
    record.signerName &&
      t('history.signer', {
        name: record.signerName,
        capacity: t(`capacities.${record.signerCapacity ?? 'client'}`),
      }),
    viewedAt && `${format.dateTime(viewedAt)} · ${t('clients:consentStates.viewed')}`,
    decidedAt &&
      `${format.dateTime(decidedAt)} · ${t(wasRefused ? 'history.refused' : 'history.signed', { address: address ?? '–' })}`,
    withdrawnAt &&
      `${format.dateTime(withdrawnAt)} · ${withdrawnByName ? t('history.byStaff', { name: withdrawnByName, reason: record.withdrawReason ?? '–' }) : t('history.byClient')}`,
    supersededAt && `${format.dateTime(supersededAt)} · ${t('clients:consentStates.superseded')}`,
  ].filter(Boolean)
  const download = () =>
    run(async () => {
      const answer = await callForStream(downloadConsent, { params: { clientId, consentId: record.id } })
      downloadBlob(await answer.blob(), `${name} ${date.slice(0, 10).replaceAll('/', '-')}.pdf`)
    })
  return (
    <li className={classes.record}>
      <div className={layoutClasses.line}>
        <strong>{name}</strong>
        <ConsentBadge state={state} />
        <span className={classes.version}>
          {record.version === null ? t('beforeRecords') : t('version', { version: record.version })}
        </span>
        {record.hasDocument && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={14} aria-hidden />}
            loading={busy}
            aria-label={t('history.documentNamed', { purpose: name, date })}
            onClick={() => void download()}
          >
            {t('history.document')}
          </Button>
        )}
      </div>
      <FailureMessage of={failure} />
      {steps.map((step) => (
        <span key={step as string} className={classes.step}>
          {step}
        </span>
      ))}
      {record.textHash && (
        <span className={classes.hash}>
          {t('history.hash')}: {record.textHash}
        </span>
      )}
    </li>
  )
}

const ConsentHistory = ({ clientId, history }: { clientId: string; history: readonly ConsentRecord[] }) => {
  const { t } = useTranslation('consents')
  if (history.length === 0) return <p className={classes.details}>{t('history.empty')}</p>
  return (
    <details>
      <summary className={classes.summary}>{t('history.show')}</summary>
      <ul className={classes.records}>
        {history.map((record) => (
          <ConsentRecordItem key={record.id} clientId={clientId} record={record} />
        ))}
      </ul>
    </details>
  )
}

type ConsentDialog = { kind: 'send' } | { kind: 'withdraw'; purpose: ConsentPurpose }

/** What the client has consented to: send, follow, withdraw. */
export const ClientConsents = ({ client }: { client: ClientDetail }) => {
  const { t } = useTranslation('consents')
  const mayEdit = usePermission('bt_Clientes', 'edit')
  const messages = useResultMessage()
  const [dialog, setDialog] = useState<ConsentDialog | null>(null)
  const { data, error, refetch } = useQuery(buildClientConsentsQuery(client.id))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <Section
      id="consents"
      title={t('title')}
      description={t('lead')}
      state={
        mayEdit &&
        data.barrier === null && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconMailForward size={16} aria-hidden />}
            onClick={() => setDialog({ kind: 'send' })}
          >
            {t('send.action')}
          </Button>
        )
      }
    >
      <ResultMessage messages={messages} />
      {data.barrier && <p className={classes.details}>{t(`barriers.${data.barrier}`)}</p>}
      <ul className={classes.purposes}>
        {data.purposes.map((consent) => (
          <li key={consent.purpose} className={classes.purpose}>
            <div className={layoutClasses.line}>
              <span className={classes.name}>{t(`purposes.${consent.purpose}`)}</span>
              <ConsentBadge state={consent.state} />
              {mayEdit && consent.state === 'signed' && (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('withdraw.named', { purpose: t(`purposes.${consent.purpose}`) })}
                  onClick={() => setDialog({ kind: 'withdraw', purpose: consent.purpose })}
                >
                  {t('withdraw.action')}
                </Button>
              )}
            </div>
            <ConsentDetails consent={consent} />
          </li>
        ))}
      </ul>
      <ConsentHistory clientId={client.id} history={data.history} />
      {dialog && (
        <Suspense>
          <LazyConsentDialogs
            client={client}
            purposes={data.purposes}
            signers={data.signers}
            {...dialog}
            onDone={(text) => messages.show({ text })}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </Section>
  )
}
