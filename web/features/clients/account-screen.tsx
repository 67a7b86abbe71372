import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { getAccount } from '#contract/clients/client.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { AccountStatusBadge } from '#web/domain/client-badges.tsx'
import { RecordHistory } from '#web/domain/record-history.tsx'
import { RecordPanels } from '#web/domain/records/record-panels.tsx'
import { handleJumpClick } from '#web/ui/jump-to-section.ts'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { RecordActions } from '#web/ui/record-actions.tsx'
import { FactCard, FigureTiles } from '#web/ui/record-cards.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { useAccountActions } from './account-actions.tsx'
import { AccountBeneficiaries } from './account-beneficiaries.tsx'
import { AccountInterestSection } from './account-interest.tsx'
import { AccountMaturity } from './account-maturity.tsx'
import { AccountMovements } from './account-movements.tsx'
import { AccountOpeningSection } from './account-opening-section.tsx'
import { AccountPayments } from './account-payments.tsx'
import { AccountQuote } from './account-quote.tsx'
import { AccountSignature } from './account-signature.tsx'
import classes from './clients.module.css'
import { ScheduledPayments } from './scheduled-payments.tsx'
import { UnconfirmedContributions } from './unconfirmed-contributions.tsx'
import { useIsAccountPageLoaded } from './use-is-account-page-loaded.ts'

type AccountDetail = ResponseBody<typeof getAccount>

const AccountHolders = ({ account }: { account: AccountDetail }) => {
  const { t } = useTranslation(['clients', 'client'])
  const format = useFormatters()
  const isJoint = account.holders.some(({ role }) => role === 'holder')
  return (
    <FactCard
      title={t('client:account.holders')}
      facts={[
        ...account.holders.map(({ id, name, role, share }): [string, ReactNode] => [
          t(`client:account.holderRole.${role}`),
          <span key={name}>
            {id ? <Link to={`/clientes/${id}`}>{name}</Link> : <span title={t('client:account.outside')}>{name}</span>}{' '}
            {share && account.holders.length > 1 && <span className={classes.muted}>{format.rate(share)}</span>}
          </span>,
        ]),
        ...(isJoint
          ? [[t('client:account.signature'), t(`client:account.signatures.${account.signature}`)] as [string, string]]
          : []),
      ]}
    >
      {isJoint && account.status === 'active' && <AccountSignature account={account} />}
    </FactCard>
  )
}

/** A figure of the account, which leads to what it is made of; nothing is made of nothing. */
const renderFigureLink = (part: 'movements' | 'intereses', amount: string) =>
  /[1-9]/.test(amount) ? (
    <a className={classes.figureLink} href={`#${part}`} onClick={handleJumpClick}>
      <Amount value={amount} />
    </a>
  ) : (
    '–'
  )

/** What is asked for already: its requests are a click away for whoever may see them. */
const HeldAmountLink = ({ account: { id, held } }: { account: AccountDetail }) => {
  const amount = <Amount value={held} />
  return usePermission('bt_Retiradas', 'view') ? (
    <Link className={classes.figureLink} to={`/crm/Retiradas?account=${id}&holds=true`}>
      {amount}
    </Link>
  ) : (
    amount
  )
}

/** What stands in the account, each figure with the way to what it is made of. */
const AccountFigures = ({ account }: { account: AccountDetail }) => {
  const { t } = useTranslation('client')
  return (
    <FigureTiles
      tiles={[
        [t('accounts.balance'), renderFigureLink('movements', account.balance)],
        ...(/[1-9]/.test(account.held)
          ? ([
              [t('account.held'), <HeldAmountLink key="held" account={account} />],
              [t('account.available'), renderFigureLink('movements', account.available)],
            ] as const)
          : []),
        // What left with the last payment took interest with it: of an empty account no capital is left, not less than none.
        [
          t('account.principal'),
          renderFigureLink('movements', /[1-9]/.test(account.balance) ? account.principal : '0.00'),
        ],
        [t('accounts.interestToDate'), renderFigureLink('intereses', account.interestToDate)],
        [t('account.payable'), renderFigureLink('movements', account.payable)],
      ]}
    />
  )
}

const AccountDetails = ({ account }: { account: AccountDetail }) => {
  const { t } = useTranslation(['clients', 'client', 'records', 'audit', 'account-beneficiaries'])
  const format = useFormatters()
  const maySeeHistory = usePermission('bt_Auditoria', 'view')
  const { actions, findAction, dialog, message } = useAccountActions(account)
  const maySeeOpening = usePermission('bt_Pendientes', 'view')
  const isOnItsWay = account.status === 'draft' || account.status === 'pending'
  const maySeePayments = usePermission('bt_Retiradas', 'view')
  const maySeeIncome = usePermission('bt_Ingresos', 'view')
  const maySeeQuotes = usePermission('bt_Cancelaciones', 'view') && account.status === 'active'
  const figures = isOnItsWay ? (
    !maySeeOpening && (
      <FigureTiles
        tiles={[
          [t('client:account.agreedAmount'), format.money(account.agreedAmount)],
          [t('client:account.received'), renderFigureLink('movements', account.balance)],
        ]}
      />
    )
  ) : (
    <AccountFigures account={account} />
  )
  const term = [
    [t('client:accounts.openedOn'), format.date(account.openedOn)],
    [t('client:accounts.expiresOn'), format.date(account.expiresOn)],
  ] as const
  return (
    <RecordPage
      title={t('client:account.title', { number: account.number })}
      identifier={account.number}
      badges={<AccountStatusBadge status={account.status} />}
      context={
        <span className={classes.context}>
          <Link to={`/clientes/${account.clientId}`}>{account.clientName}</Link>
          <span>{account.productName}</span>
        </span>
      }
      actions={<RecordActions actions={actions} />}
      lead={
        <>
          {message}
          {dialog}
          {isOnItsWay && maySeeOpening && <AccountOpeningSection clientId={account.clientId} accountId={account.id} />}
          {figures}
        </>
      }
      sections={[
        { id: 'movements', name: t('client:account.movements') },
        ...(isOnItsWay ? [] : [{ id: 'intereses', name: t('client:accounts.interestToDate') }]),
        { id: 'beneficiaries', name: t('account-beneficiaries:title') },
        { id: 'records', name: t('records:title') },
        ...(maySeeHistory ? [{ id: 'history', name: t('audit:history.title') }] : []),
      ]}
      side={
        <>
          <AccountMaturity account={account} onChangeInstruction={findAction('instruction')} />
          <FactCard
            title={t('client:account.data')}
            facts={[
              ...(isOnItsWay ? [] : term),
              [t('client:accounts.rate'), format.rate(account.rate, { zero: 'dash' })],
              [t('client:accounts.bonusRate'), format.rate(account.bonusRate, { zero: 'dash' })],
              [t('client:account.agreedAmount'), format.money(account.agreedAmount)],
              [t('client:account.office'), account.officeName],
              [t('fields.zone'), account.zoneName],
            ]}
          />
          <AccountHolders account={account} />
        </>
      }
      history={<RecordHistory entity="account" recordId={account.id} />}
    >
      {maySeeQuotes && <AccountQuote accountId={account.id} />}
      {maySeeIncome && <UnconfirmedContributions accountId={account.id} />}
      {maySeePayments && <AccountPayments accountId={account.id} />}
      <AccountMovements clientId={account.clientId} accountId={account.id} number={account.number} />
      {!isOnItsWay && <AccountInterestSection clientId={account.clientId} accountId={account.id} />}
      <AccountBeneficiaries clientId={account.clientId} accountId={account.id} />
      <RecordPanels entity="account" recordId={account.id} />
      {account.scheduledPayments.length > 0 && <ScheduledPayments payments={account.scheduledPayments} />}
    </RecordPage>
  )
}

/** One account of a client and everything that moved on it. */
export default function AccountScreen() {
  const { t } = useTranslation(['shell', 'list'])
  const { clientId = '', accountId = '' } = useParams()
  const { data, error, refetch } = useQuery(buildPartQuery(getAccount, { params: { clientId, accountId } }))
  const areParts = useIsAccountPageLoaded({ clientId, accountId }, data?.status)
  // Under the address of a merged record it is an account of the client whom that record leads to.
  if (data && data.clientId !== clientId)
    return <Navigate to={`/clientes/${data.clientId}/cuentas/${data.id}`} replace />
  if (data && areParts) return <AccountDetails account={data} />
  return <MissingRecord title={t('screens.account')} error={error} refetch={refetch} tiles={4} />
}
