import { useQueries, useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useParams } from 'react-router'
import { getClientWithholding } from '#contract/accounting/taxes.ts'
import { getRecordHistory } from '#contract/audit.ts'
import { getClientBankAccounts } from '#contract/client-bank-accounts.ts'
import { getClientCapitalTrend } from '#contract/clients/capital-trend.ts'
import { type ClientDetail, getClient } from '#contract/clients/client.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ClientPapers } from '#web/domain/client-kyc/client-papers.tsx'
import { buildInfoFormQuery, InfoFormSection } from '#web/domain/info-forms/info-form-section.tsx'
import { buildPresentationsQuery, PresentationsSection } from '#web/domain/presentations/presentations-section.tsx'
import { RecordHistory } from '#web/domain/record-history.tsx'
import { RecordPanels } from '#web/domain/records/record-panels.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { RecordActions } from '#web/ui/record-actions.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { useStaysTrue } from '#web/ui/use-stays-true.ts'
import { ClientAccounts } from './client-accounts.tsx'
import { useClientActions } from './client-actions.tsx'
import { ClientAgenda, useClientAgenda } from './client-agenda.tsx'
import { ClientBankAccounts } from './client-bank-accounts.tsx'
import { ClientCockpit } from './client-cockpit.tsx'
import { buildClientConsentsQuery, ClientConsents } from './client-consents.tsx'
import { ClientFacts } from './client-facts.tsx'
import { BlockedClientNotice, ClientChecks, ClientContext } from './client-head.tsx'
import { buildClientNoticesQuery, ClientNotices } from './client-notices.tsx'
import { buildClientRelationsQuery, ClientRelations } from './client-relations.tsx'
import { ClientTimeline } from './client-timeline.tsx'
import { ClientWealth } from './client-wealth.tsx'
import { ClientWithholding } from './client-withholding.tsx'
import { ConsentGate } from './consent-gate.tsx'
import { ExternalPositions } from './external-positions.tsx'
import { JointPortfolio } from './joint-portfolio.tsx'
import { buildClientMergesQuery, MergedRecords } from './merged-records.tsx'
import { buildPendingApprovalsQuery } from './pending-approvals-query.ts'
import { RestrictedClientNotice } from './restricted-client-notice.tsx'
import { useTimelineFilters } from './timeline-filters.ts'
import { useTimeline } from './use-timeline.ts'

const ClientDetails = ({ client }: { client: ClientDetail }) => {
  const { t } = useTranslation([
    'client',
    'client-bank-accounts',
    'consents',
    'info-forms',
    'client-documents',
    'client-kyc',
    'external-positions',
    'taxes',
    'notices',
    'client-relations',
    'records',
    'timeline',
    'audit',
    'presentations',
  ])
  const maySeeHistory = usePermission('bt_Auditoria', 'view')
  const { actions, listRowActions, findAction, liftBlock, dialog, message, messages } = useClientActions(client)
  const agenda = useClientAgenda(client.id)
  return (
    <RecordPage
      title={[client.name, client.surname].filter(Boolean).join(' ')}
      context={<ClientContext client={client} />}
      actions={<RecordActions actions={actions} />}
      lead={
        <>
          <ClientChecks client={client} />
          {message}
          <RestrictedClientNotice client={client} />
          <BlockedClientNotice client={client} onLift={liftBlock} />
          <ConsentGate client={client} />
          <ClientCockpit client={client} findAction={findAction} />
          <ClientWealth client={client} />
          {dialog}
        </>
      }
      sections={[
        { id: 'accounts', name: t('client:accounts.title'), count: client.accounts.length },
        ...agenda.sections,
        { id: 'relations', name: t('client-relations:title') },
        { id: 'bank-accounts', name: t('client-bank-accounts:title') },
        { id: 'consents', name: t('consents:title') },
        { id: 'info-form', name: t('info-forms:title') },
        { id: 'records', name: t('records:title') },
        { id: 'timeline', name: t('timeline:title') },
        ...(client.externalPositions
          ? [
              {
                id: 'external-positions',
                name: t('external-positions:section.title'),
                count: client.externalPositions.length,
              },
            ]
          : []),
        { id: 'presentations', name: t('presentations:section.title') },
        { id: 'kyc', name: t('client-kyc:title') },
        { id: 'documents', name: t('client-documents:title') },
        { id: 'facts', name: t('client:client.facts') },
        ...(maySeeHistory ? [{ id: 'history', name: t('audit:history.title') }] : []),
      ]}
      wide={<ClientAccounts client={client} listRowActions={listRowActions} />}
      side={<ClientFacts client={client} />}
      history={<RecordHistory entity="client" recordId={client.id} />}
    >
      <JointPortfolio client={client} />
      <ClientAgenda clientId={client.id} messages={messages} />
      <ClientRelations clientId={client.id} />
      <ClientBankAccounts client={client} />
      <ClientConsents client={client} />
      <InfoFormSection clientId={client.id} />
      <RecordPanels entity="client" recordId={client.id} />
      <ClientTimeline clientId={client.id} />
      <ClientWithholding clientId={client.id} />
      <ClientNotices clientId={client.id} />
      {client.externalPositions && <ExternalPositions client={client} positions={client.externalPositions} />}
      <MergedRecords clientId={client.id} />
      <PresentationsSection clientId={client.id} />
      <ClientPapers clientId={client.id} />
    </RecordPage>
  )
}

/** One client: who they are, what they have, and who looks after them. */
export default function ClientScreen() {
  const { t } = useTranslation(['client', 'list', 'shell'])
  const { clientId = '' } = useParams()
  const { hash } = useLocation()
  const { data, error, refetch } = useQuery(buildPartQuery(getClient, { params: { clientId } }))
  // Asked for beside the client, and drawn with them: what came a moment later would push the rest of the page down.
  const maySeeHistory = usePermission('bt_Auditoria', 'view')
  const maySeeNotices = usePermission('bt_Avisos', 'view')
  const maySeeApprovals = usePermission('bt_Aprobaciones', 'view')
  const areOthersThere = useQueries({
    queries: [
      buildPartQuery(getClientBankAccounts, { params: { clientId } }),
      buildPartQuery(getClientCapitalTrend, { params: { clientId } }),
      buildPartQuery(getClientWithholding, { params: { clientId } }),
      buildClientMergesQuery(clientId),
      buildClientRelationsQuery(clientId),
      buildPresentationsQuery(clientId),
      buildClientConsentsQuery(clientId),
      buildInfoFormQuery(clientId),
      {
        ...buildPartQuery(getRecordHistory, { params: { entity: 'client', recordId: clientId } }),
        enabled: maySeeHistory,
      },
      { ...buildClientNoticesQuery(clientId), enabled: maySeeNotices },
      { ...buildPendingApprovalsQuery(clientId), enabled: maySeeApprovals },
    ],
    combine: (answers) => answers.every(({ isLoading }) => !isLoading),
  })
  const { isLoading: isTimelineLoading } = useTimeline(clientId, useTimelineFilters().filters)
  const { isLoading: isAgendaLoading } = useClientAgenda(clientId)
  const isReady = useStaysTrue(clientId, data !== undefined && areOthersThere && !isTimelineLoading && !isAgendaLoading)
  // A merged record leads to the client that it became part of.
  if (data && data.id !== clientId) return <Navigate to={`/clientes/${data.id}${hash}`} replace />
  if (data && isReady) return <ClientDetails client={data} />
  return (
    <MissingRecord
      title={t('shell:screens.client')}
      failed={t('client.loadFailed')}
      error={error}
      refetch={refetch}
      tiles={3}
    />
  )
}
