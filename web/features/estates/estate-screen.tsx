import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { type Estate, getEstate, printEstate, releaseEstate } from '#contract/estates.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import RegisterDeathDialog from '#web/domain/estates/register-death-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PdfButton } from '#web/ui/export/pdf-button.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import { EstateHeirs } from './estate-heirs.tsx'
import { EstateMoney } from './estate-money.tsx'
import { EstatePapers } from './estate-papers.tsx'
import classes from './estates.module.css'

/** Whether it is paid out, waits for a second person, or what is missing. */
const EstateState = ({ estate }: { estate: Estate }) => {
  const { t } = useTranslation('estates')
  const format = useFormatters()
  const { releasedAt, releasedByName, pendingApprovalId, obstacles } = estate
  if (releasedAt) return <p>{t('released', { date: format.dateTime(releasedAt), name: releasedByName ?? '–' })}</p>
  if (pendingApprovalId)
    return (
      <p>
        {t('waiting')} <ApprovalLink approvalId={pendingApprovalId}>{t('openApproval')}</ApprovalLink>
      </p>
    )
  if (obstacles.length === 0) return <p>{t('ready')}</p>
  return (
    <section aria-labelledby="estate-missing" className={classes.missing}>
      <h2 id="estate-missing">{t('missing')}</h2>
      <ul>
        {obstacles.map((obstacle) => (
          <li key={obstacle}>{t(`obstacles.${obstacle}`)}</li>
        ))}
      </ul>
    </section>
  )
}

const EstateDetails = ({ estate }: { estate: Estate }) => {
  const { t } = useTranslation('estates')
  const format = useFormatters()
  const mayEdit = usePermission('bt_Clientes', 'edit')
  const mayPrint = usePermission('bt_Clientes', 'export')
  const [isReleasing, setReleasing] = useState(false)
  const messages = useResultMessage()
  const { clientId, clientName, cvl, diedOn, registeredAt, registeredByName, version } = estate
  const isOpen = estate.releasedAt === null && estate.pendingApprovalId === null
  const title = t('title', { name: clientName })
  return (
    <RecordPage
      title={title}
      context={
        <>
          <Link to={`/clientes/${clientId}`}>{cvl}</Link> · {t('diedOn')}: {format.date(diedOn)} ·{' '}
          {t('registered', { name: registeredByName ?? '–', date: format.dateTime(registeredAt) })}
        </>
      }
      actions={
        <>
          {mayPrint && (
            <PdfButton endpoint={printEstate} sent={{ params: { clientId } }} file={t('paperTitle', { cvl })} />
          )}
          {mayEdit && isOpen && estate.obstacles.length === 0 && (
            <Button onClick={() => setReleasing(true)}>{t('release.action')}</Button>
          )}
        </>
      }
      lead={
        <>
          <ResultMessage messages={messages} />
          <EstateState estate={estate} />
          {isReleasing && (
            <ReasonDialog
              title={t('release.title', { name: clientName })}
              text={t('release.lead')}
              action={t('release.action')}
              label={t('release.reason')}
              onClose={() => setReleasing(false)}
              onSend={async (reason) => {
                const request = { params: { clientId }, body: { version, reason } }
                await callEndpoint(releaseEstate, request, { refreshOnRefusal: true })
                messages.show({ text: t('release.proposed') })
              }}
            />
          )}
        </>
      }
    >
      <EstatePapers estate={estate} isEditable={mayEdit && isOpen} />
      <EstateHeirs estate={estate} isEditable={mayEdit && isOpen} />
      <EstateMoney estate={estate} />
    </RecordPage>
  )
}

/** Of a client whose money may be frozen already, and whose death nobody has registered. */
const UnregisteredDeath = ({ clientId }: { clientId: string }) => {
  const { t } = useTranslation(['estates', 'shell'])
  const mayEdit = usePermission('bt_Clientes', 'edit')
  const [isOpen, setOpen] = useState(false)
  return (
    <Page>
      <PageHead title={t('shell:screens.estate')} />
      <EmptyState
        title={t('none')}
        hint={t('noneHint')}
        action={
          <>
            <Link to={`/clientes/${clientId}`}>{t('client')}</Link>{' '}
            {mayEdit && <Button onClick={() => setOpen(true)}>{t('register.action')}</Button>}
          </>
        }
      />
      {isOpen && (
        <RegisterDeathDialog clientId={clientId} onDone={() => setOpen(false)} onClose={() => setOpen(false)} />
      )}
    </Page>
  )
}

/** The procedure after the death of a client, from the certificate to what each heir is paid. */
export default function EstateScreen() {
  const { t } = useTranslation(['estates', 'shell'])
  const { clientId = '' } = useParams()
  const { data, error, refetch } = useQuery(buildQueryOptions(getEstate, { params: { clientId } }))
  if (data) return <EstateDetails estate={data} />
  if (data === null) return <UnregisteredDeath clientId={clientId} />
  return <MissingRecord title={t('shell:screens.estate')} error={error} refetch={refetch} tiles={0} />
}
