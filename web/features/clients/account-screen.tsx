import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { getAccount } from '#contract/clients/client.ts'
import type { Answer } from '#contract/core/endpoint.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { useCan } from '#web/core/session.ts'
import { Amount } from '#web/domain/amount.tsx'
import { AccountStatusBadge } from '#web/domain/client-badges.tsx'
import { RecordHistory } from '#web/domain/record-history.tsx'
import { RecordPanels } from '#web/domain/records/record-panels.tsx'
import { Cards, Facts, Tiles } from '#web/ui/facts.tsx'
import { jump } from '#web/ui/jump.ts'
import { NoRecord } from '#web/ui/no-record.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { useAccountActions } from './account-actions.tsx'
import { AccountInterestPart } from './account-interest.tsx'
import { AccountMovements } from './account-movements.tsx'
import { AccountPayments } from './account-payments.tsx'
import { AccountQuote } from './account-quote.tsx'
import { AccountSignature } from './account-signature.tsx'
import classes from './clients.module.css'
import { OpeningPart } from './opening-part.tsx'
import { ScheduledPayments } from './scheduled-payments.tsx'
import { UnconfirmedMoney } from './unconfirmed-money.tsx'

type Detail = Answer<typeof getAccount>

const Holders = ({ account }: { account: Detail }) => {
  const { t } = useTranslation(['clients', 'client'])
  const format = useFormat()
  const isJoint = account.holders.some(({ role }) => role === 'holder')
  return (
    <Facts
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
    </Facts>
  )
}

/** A figure of the account, which leads to what it is made of; nothing is made of nothing. */
const figure = (part: 'movements' | 'intereses', amount: string) =>
  /[1-9]/.test(amount) ? (
    <a className={classes.figureLink} href={`#${part}`} onClick={jump}>
      <Amount value={amount} />
    </a>
  ) : (
    '–'
  )

/** What is asked for already: its requests are a click away for whoever may see them. */
const Held = ({ account: { id, held } }: { account: Detail }) => {
  const amount = <Amount value={held} />
  return useCan('bt_Retiradas', 'view') ? (
    <Link className={classes.figureLink} to={`/crm/Retiradas?account=${id}&holds=true`}>
      {amount}
    </Link>
  ) : (
    amount
  )
}

const AccountPage = ({ account }: { account: Detail }) => {
  const { t } = useTranslation(['clients', 'client'])
  const format = useFormat()
  const { buttons, told } = useAccountActions(account)
  const maySeeOpening = useCan('bt_Pendientes', 'view')
  const isOnItsWay = account.status === 'draft' || account.status === 'pending'
  const maySeePayments = useCan('bt_Retiradas', 'view')
  const maySeeIncome = useCan('bt_Ingresos', 'view')
  const maySeeQuotes = useCan('bt_Cancelaciones', 'view') && account.status === 'active'
  return (
    <div className={classes.screen}>
      <PageHead
        action={buttons}
        title={t('client:account.title', { number: account.number })}
        context={
          <span className={classes.context}>
            <Link to={`/clientes/${account.clientId}`}>{account.clientName}</Link>
            <span>{account.productName}</span>
          </span>
        }
      >
        <ul className={classes.checks}>
          <li>
            <AccountStatusBadge status={account.status} />
          </li>
        </ul>
        <p role="status" className={classes.told}>
          {told}
        </p>
      </PageHead>
      <Tiles
        tiles={[
          [t('client:accounts.balance'), figure('movements', account.balance)],
          ...(/[1-9]/.test(account.held)
            ? ([
                [t('client:account.held'), <Held key="held" account={account} />],
                [t('client:account.available'), figure('movements', account.available)],
              ] as const)
            : []),
          // What left with the last payment took interest with it: of an empty account no capital is left, not less than none.
          [
            t('client:account.principal'),
            figure('movements', /[1-9]/.test(account.balance) ? account.principal : '0.00'),
          ],
          [t('client:accounts.interestToDate'), figure('intereses', account.interestToDate)],
          [t('client:account.payable'), figure('movements', account.payable)],
        ]}
      />
      {isOnItsWay && maySeeOpening && <OpeningPart clientId={account.clientId} accountId={account.id} />}
      {maySeeQuotes && <AccountQuote accountId={account.id} />}
      {maySeeIncome && <UnconfirmedMoney accountId={account.id} />}
      {maySeePayments && <AccountPayments accountId={account.id} />}
      <AccountMovements clientId={account.clientId} accountId={account.id} number={account.number} />
      {!isOnItsWay && <AccountInterestPart clientId={account.clientId} accountId={account.id} />}
      <RecordPanels entity="account" recordId={account.id} />
      <Cards>
        <Facts
          title={t('client:account.data')}
          facts={[
            [t('client:accounts.openedOn'), format.date(account.openedOn)],
            [t('client:accounts.expiresOn'), format.date(account.expiresOn)],
            [t('client:accounts.rate'), format.rate(account.rate, { zero: 'dash' })],
            [t('client:accounts.bonusRate'), format.rate(account.bonusRate, { zero: 'dash' })],
            [t('client:account.agreedAmount'), format.money(account.agreedAmount)],
            [t('client:account.office'), account.officeName],
            [t('fields.zone'), account.zoneName],
          ]}
        />
        <Holders account={account} />
      </Cards>
      {account.scheduledPayments.length > 0 && <ScheduledPayments payments={account.scheduledPayments} />}
      <RecordHistory entity="account" recordId={account.id} />
    </div>
  )
}

/** One account of a client and everything that moved on it. */
export default function AccountScreen() {
  const { t } = useTranslation(['shell', 'list'])
  const { clientId = '', accountId = '' } = useParams()
  const { data, error, refetch } = useQuery(read(getAccount, { params: { clientId, accountId } }))
  if (data) return <AccountPage account={data} />
  return <NoRecord title={t('screens.account')} error={error} refetch={refetch} tiles={4} />
}
