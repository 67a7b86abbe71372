import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { getClientBankAccounts } from '#contract/client-bank-accounts.ts'
import { type ClientDetail, getClient } from '#contract/clients/client.ts'
import type { AccountTab } from '#contract/clients.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { Amount } from '#web/domain/amount.tsx'
import { RecordHistory } from '#web/domain/record-history.tsx'
import { RecordPanels } from '#web/domain/records/record-panels.tsx'
import { scrollToSection } from '#web/ui/jump-to-section.ts'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { FigureTiles } from '#web/ui/record-cards.tsx'
import { ClientAccounts } from './client-accounts.tsx'
import { ClientBankAccounts } from './client-bank-accounts.tsx'
import { ClientFacts } from './client-facts.tsx'
import { BlockedClientNotice, ClientHead } from './client-head.tsx'
import { ClientNotices } from './client-notices.tsx'
import { ClientWithholding } from './client-withholding.tsx'
import classes from './clients.module.css'
import { ExternalPositions } from './external-positions.tsx'
import { JointPortfolio } from './joint-portfolio.tsx'

/** A figure of the client, which leads to the accounts that it is made of. */
const renderAccountsLink = (tab: AccountTab, shown: ReactNode) => (
  <Link
    className={classes.figureLink}
    to={`?cuentas=${tab}#accounts`}
    preventScrollReset
    onClick={() => scrollToSection('accounts')}
  >
    {shown}
  </Link>
)
const renderFigureLink = (tab: AccountTab, amount: string) => renderAccountsLink(tab, <Amount value={amount} />)

const ClientDetails = ({ client }: { client: ClientDetail }) => {
  const { t } = useTranslation(['clients', 'client'])
  const format = useFormatters()
  const { active, pending } = client.counted
  const held = client.accounts.filter(({ status, holderRole }) => status === 'active' && holderRole !== 'authorised')
  return (
    <div className={classes.screen}>
      <ClientHead client={client} />
      <BlockedClientNotice client={client} />
      <FigureTiles
        tiles={[
          [t('fields.capital'), renderFigureLink('active', client.capital)],
          [t('fields.balance'), renderFigureLink('active', client.balance)],
          [t('client:accounts.interestToDate'), renderFigureLink('active', active.interestToDate)],
          ...(/[1-9]/.test(pending.balance)
            ? [[t('client:accounts.received'), renderFigureLink('pending', pending.balance)] as const]
            : []),
          [t('fields.activeAccounts'), renderAccountsLink('active', format.number(held.length))],
        ]}
      />
      <ClientAccounts client={client} />
      <JointPortfolio client={client} />
      <ClientBankAccounts client={client} />
      <RecordPanels entity="client" recordId={client.id} />
      <ClientFacts client={client} />
      <ClientWithholding clientId={client.id} />
      <ClientNotices clientId={client.id} />
      {client.externalPositions.length > 0 && <ExternalPositions positions={client.externalPositions} />}
      <RecordHistory entity="client" recordId={client.id} />
    </div>
  )
}

/** One client: who they are, what they have, and who looks after them. */
export default function ClientScreen() {
  const { t } = useTranslation(['client', 'list', 'shell'])
  const { clientId = '' } = useParams()
  const { data, error, refetch } = useQuery(buildQueryOptions(getClient, { params: { clientId } }))
  // Asked for beside the client, and drawn with them: what came a moment later would push the rest of the page down.
  const accounts = useQuery(buildQueryOptions(getClientBankAccounts, { params: { clientId } }))
  if (data && !accounts.isPending) return <ClientDetails client={data} />
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
