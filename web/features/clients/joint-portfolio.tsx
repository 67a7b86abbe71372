import type { ClientAccount, ClientDetail } from '#contract/clients/client.ts'
import { isInJointPortfolio } from '#contract/clients/joint-portfolio.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { AccountStatusBadge } from '#web/domain/client-badges.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import classes from './clients.module.css'

type JointPortfolioRow = Omit<ClientAccount, 'holderRole'> & {
  ownShare: string | null
  part: string | null
  isCountedHere: boolean
}

/** What the client holds together with others: everything of it, and their part by share. */
export const JointPortfolio = ({ client }: { client: ClientDetail }) => {
  const { t } = useTranslation(['client', 'clients'])
  const format = useFormatters()
  const rows = client.accounts.filter(isInJointPortfolio).map(({ holderRole, ...account }): JointPortfolioRow => {
    const own = account.holders.find(({ id }) => id === client.id)
    return {
      ...account,
      ownShare: own?.share ?? null,
      part: own?.part ?? null,
      isCountedHere: holderRole === 'primary',
    }
  })
  if (rows.length === 0) return null
  const columns: readonly RowColumn<JointPortfolioRow, ClientDetail['joint']>[] = [
    {
      key: 'productName',
      label: t('accounts.product'),
      phone: 1,
      cell: (name, { status }) =>
        status === 'active' ? (
          name
        ) : (
          <span className={classes.product}>
            {name} <AccountStatusBadge status={status} />
          </span>
        ),
    },
    { key: 'number', label: t('accounts.number') },
    {
      key: 'holders',
      label: t('joint.with'),
      phone: 2,
      cell: (holders) =>
        holders
          .filter(({ id, role }) => role !== 'authorised' && id !== client.id)
          .map(({ name, share }) => (share ? `${format.rate(share)} ${name}` : name))
          .join(' · '),
    },
    { key: 'isCountedHere', label: t('joint.counts'), cell: (here) => t(here ? 'joint.here' : 'joint.elsewhere') },
    { key: 'ownShare', label: t('joint.share'), align: 'end', cell: (share) => (share ? format.rate(share) : '–') },
    {
      key: 'balance',
      label: t('accounts.balance'),
      align: 'end',
      cell: (amount) => <Amount value={amount} />,
      total: ({ balance }) => <Amount value={balance} />,
    },
    {
      key: 'part',
      label: t('joint.part'),
      align: 'end',
      phone: 3,
      cell: (amount) => <Amount value={amount} />,
      total: ({ part }) => <Amount value={part} />,
    },
  ]
  return (
    <section className={`${classes.part} ${classes.partCard}`} aria-labelledby="joint">
      <h2 id="joint" className={classes.cardTitle}>
        {t('joint.title')}
      </h2>
      <p className={classes.muted}>{t('joint.lead')}</p>
      <DataTable
        label={t('joint.title')}
        columns={columns}
        rows={rows}
        totals={client.joint}
        rowHref={({ id }: JointPortfolioRow) => `/clientes/${client.id}/cuentas/${id}`}
      />
    </section>
  )
}
