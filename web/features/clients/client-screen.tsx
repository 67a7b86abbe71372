import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { getClientWithholding } from '#contract/accounting/taxes.ts'
import { getRecordHistory } from '#contract/audit.ts'
import { getClientBankAccounts } from '#contract/client-bank-accounts.ts'
import { getClientCapitalTrend } from '#contract/clients/capital-trend.ts'
import { type ClientDetail, getClient } from '#contract/clients/client.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { RecordHistory } from '#web/domain/record-history.tsx'
import { RecordPanels } from '#web/domain/records/record-panels.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { RecordActions } from '#web/ui/record-actions.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { useStaysTrue } from '#web/ui/use-stays-true.ts'
import { ClientAccounts } from './client-accounts.tsx'
import { useClientActions } from './client-actions.tsx'
import { ClientBankAccounts } from './client-bank-accounts.tsx'
import { ClientCockpit } from './client-cockpit.tsx'
import { ClientFacts } from './client-facts.tsx'
import { BlockedClientNotice, ClientChecks, ClientContext } from './client-head.tsx'
import { buildClientNoticesQuery, ClientNotices } from './client-notices.tsx'
import { ClientWithholding } from './client-withholding.tsx'
import { ExternalPositions } from './external-positions.tsx'
import { JointPortfolio } from './joint-portfolio.tsx'
import { buildPendingApprovalsQuery } from './pending-approvals-query.ts'

const ClientDetails = ({ client }: { client: ClientDetail }) => {
  const { t } = useTranslation(['client', 'client-bank-accounts', 'taxes', 'notices', 'records', 'audit'])
  const maySeeHistory = usePermission('bt_Auditoria', 'view')
  const { actions, listRowActions, findAction, dialog, message } = useClientActions(client)
  return (
    <RecordPage
      title={[client.name, client.surname].filter(Boolean).join(' ')}
      context={<ClientContext client={client} />}
      actions={<RecordActions actions={actions} />}
      lead={
        <>
          <ClientChecks client={client} />
          {message}
          <BlockedClientNotice client={client} />
          <ClientCockpit client={client} findAction={findAction} />
          {dialog}
        </>
      }
      sections={[
        { id: 'accounts', name: t('client:accounts.title'), count: client.accounts.length },
        { id: 'bank-accounts', name: t('client-bank-accounts:title') },
        { id: 'records', name: t('records:title') },
        { id: 'facts', name: t('client:client.facts') },
        ...(maySeeHistory ? [{ id: 'history', name: t('audit:history.title') }] : []),
      ]}
      wide={<ClientAccounts client={client} listRowActions={listRowActions} />}
      side={<ClientFacts client={client} />}
    >
      <JointPortfolio client={client} />
      <ClientBankAccounts client={client} />
      <RecordPanels entity="client" recordId={client.id} />
      <ClientWithholding clientId={client.id} />
      <ClientNotices clientId={client.id} />
      {client.externalPositions.length > 0 && <ExternalPositions positions={client.externalPositions} />}
      <RecordHistory entity="client" recordId={client.id} />
    </RecordPage>
  )
}

/** One client: who they are, what they have, and who looks after them. */
export default function ClientScreen() {
  const { t } = useTranslation(['client', 'list', 'shell'])
  const { clientId = '' } = useParams()
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
      {
        ...buildPartQuery(getRecordHistory, { params: { entity: 'client', recordId: clientId } }),
        enabled: maySeeHistory,
      },
      { ...buildClientNoticesQuery(clientId), enabled: maySeeNotices },
      { ...buildPendingApprovalsQuery(clientId), enabled: maySeeApprovals },
    ],
    combine: (answers) => answers.every(({ isLoading }) => !isLoading),
  })
  const isReady = useStaysTrue(clientId, data !== undefined && areOthersThere)
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
