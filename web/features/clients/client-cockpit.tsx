import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ClientDetail } from '#contract/clients/client.ts'
import type { AccountTab } from '#contract/clients.ts'
import { formatPhone, useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { MailLink } from '#web/domain/mail-link.tsx'
import { useSettlementText } from '#web/domain/maturities/use-settlement-text.ts'
import { CopyableValue } from '#web/ui/copyable-value.tsx'
import { scrollToSection } from '#web/ui/jump-to-section.ts'
import layoutClasses from '#web/ui/layout.module.css'
import textClasses from '#web/ui/text.module.css'
import { CapitalTrend } from './capital-trend.tsx'
import type { ClientActions } from './client-actions.tsx'
import classes from './client-cockpit.module.css'
import { findNextMaturity } from './find-next-maturity.ts'
import { buildPendingApprovalsQuery } from './pending-approvals-query.ts'

const Tile = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.tile}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** A figure of the client, which leads to the accounts that it is made of. */
const AccountsFigure = ({ tab, amount }: { tab: AccountTab; amount: string }) => (
  <Link
    className={classes.figure}
    to={`?cuentas=${tab}#accounts`}
    preventScrollReset
    onClick={() => scrollToSection('accounts')}
  >
    <Amount value={amount} />
  </Link>
)

const ContactLinks = ({ client: { phone, email } }: { client: ClientDetail }) => (
  <div className={classes.contact}>
    {phone ? (
      <CopyableValue value={phone}>
        <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{formatPhone(phone)}</a>
      </CopyableValue>
    ) : (
      '–'
    )}
    {email && (
      <CopyableValue value={email}>
        <MailLink email={email} />
      </CopyableValue>
    )}
  </div>
)

type NextMaturityProps = { client: ClientDetail; findAction: ClientActions['findAction'] }

/** The account whose term ends next: when, how much, what becomes of it, and the way to change that. */
const NextMaturity = ({ client, findAction }: NextMaturityProps) => {
  const { t } = useTranslation(['maturities', 'client'])
  const format = useFormatters()
  const findText = useSettlementText()
  const account = findNextMaturity(client.accounts)
  if (!account) return t('client:cockpit.noMaturity')
  const { maturity, expiresOn } = account
  const changeInstruction = findAction('instruction', account)
  const recordCall = findAction('call', account)
  const why = maturity.suspended ? t('card.suspended') : findText({ ...maturity, expiresOn })
  const instruction = [t(`instructions.${maturity.instruction}`), maturity.productName].filter(Boolean).join(': ')
  return (
    <>
      <div className={classes.maturityLine}>
        <Link className={classes.figure} to={`/clientes/${client.id}/cuentas/${account.id}`}>
          {format.date(expiresOn)}
        </Link>
        <strong>{format.money(maturity.amount)}</strong>
        <span>{account.productName}</span>
      </div>
      {why && <div className={textClasses.attention}>{why}</div>}
      <div className={layoutClasses.tightLine}>
        <span>{instruction}</span>
        {changeInstruction && (
          <Button variant="subtle" size="compact-sm" onClick={changeInstruction}>
            {t('card.change')}
          </Button>
        )}
        {recordCall && (
          <Button variant="subtle" size="compact-sm" onClick={recordCall}>
            {t('call.action')}
          </Button>
        )}
      </div>
    </>
  )
}

/** Withdrawals that were asked for and have not left. */
const OpenWithdrawals = ({ client: { cvl, openWithdrawals } }: { client: ClientDetail }) => {
  const { t } = useTranslation('client')
  const format = useFormatters()
  if (!openWithdrawals || openWithdrawals.count === 0) return t('cockpit.noWithdrawals')
  return (
    <Link className={classes.figure} to={`/crm/Retiradas?search=${cvl}&holds=true`}>
      {format.number(openWithdrawals.count)} · {format.money(openWithdrawals.amount)}
    </Link>
  )
}

/** All that waits for a decision about the client, whatever it is; its list has the same filters. */
const PendingApprovals = ({ client: { id, cvl } }: { client: ClientDetail }) => {
  const { t } = useTranslation('client')
  const format = useFormatters()
  const { data } = useQuery(buildPendingApprovalsQuery(id))
  if (!data) return '–'
  if (data.pending === 0) return t('cockpit.noApprovals')
  return (
    <Link className={classes.figure} to={`/crm/Aprobaciones?box=all&state=pending&client=${cvl}`}>
      {format.number(data.pending)}
    </Link>
  )
}

/** What a call with the client needs: how to reach them, what matures next, what is under way, and what they have. */
export const ClientCockpit = ({ client, findAction }: NextMaturityProps) => {
  const { t } = useTranslation(['client', 'clients'])
  const maySeeApprovals = usePermission('bt_Aprobaciones', 'view')
  const { openWithdrawals, counted } = client
  return (
    <dl className={classes.cockpit}>
      <Tile label={t('cockpit.contact')}>
        <ContactLinks client={client} />
      </Tile>
      <Tile label={t('cockpit.nextMaturity')}>
        <NextMaturity client={client} findAction={findAction} />
      </Tile>
      {(openWithdrawals || maySeeApprovals) && (
        <div className={classes.tile}>
          {openWithdrawals && (
            <>
              <dt>{t('cockpit.openWithdrawals')}</dt>
              <dd>
                <OpenWithdrawals client={client} />
              </dd>
            </>
          )}
          {maySeeApprovals && (
            <>
              <dt className={classes.furtherLabel}>{t('cockpit.pendingApprovals')}</dt>
              <dd>
                <PendingApprovals client={client} />
              </dd>
            </>
          )}
        </div>
      )}
      <Tile label={t('clients:fields.capital')}>
        <AccountsFigure tab="active" amount={client.capital} />
        <CapitalTrend clientId={client.id} />
      </Tile>
      <Tile label={t('clients:fields.balance')}>
        <AccountsFigure tab="active" amount={client.balance} />
      </Tile>
      <Tile label={t('accounts.interestToDate')}>
        <AccountsFigure tab="active" amount={counted.active.interestToDate} />
      </Tile>
      {/[1-9]/.test(counted.pending.balance) && (
        <Tile label={t('accounts.received')}>
          <AccountsFigure tab="pending" amount={counted.pending.balance} />
        </Tile>
      )}
    </dl>
  )
}
