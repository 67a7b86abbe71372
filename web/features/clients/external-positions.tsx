import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useId } from 'react'
import { Link } from 'react-router'
import type { ClientDetail, ClientExternalPosition } from '#contract/clients/client.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { getPositionName } from '#web/domain/external-positions/position-record.ts'
import { usePositionActions } from '#web/domain/external-positions/use-position-actions.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { RowMenuButton } from '#web/ui/list/row-menu-button.tsx'
import classes from './clients.module.css'

type PositionSums = { lastAmount: string }
type PositionColumns = readonly RowColumn<ClientExternalPosition, PositionSums>[]

const sourceStates = ['open', 'running', 'overdue', 'repaid', 'unpaid', 'closed'] as const

const usePositionColumns = (): { open: PositionColumns; closed: PositionColumns } => {
  const { t } = useTranslation('external-positions')
  const format = useFormatters()
  // The other firm's own word where it isn't one of ours.
  const nameSourceState = (status: string): string => {
    const known = sourceStates.find((state) => state === status)
    return known ? t(`sourceStates.${known}`) : status
  }
  const product: PositionColumns = [
    {
      key: 'productName',
      label: t('fields.product'),
      phone: 1,
      cell: (name, { description, kind }) => (
        <>
          {name ?? t(`kinds.${kind}`)}
          {description && <span className={classes.beneath}>{description}</span>}
        </>
      ),
    },
    { key: 'institution', label: t('fields.institution'), phone: 2 },
    {
      key: 'kind',
      label: t('fields.kind'),
      cell: (kind, { sourceStatus }) =>
        [t(`kinds.${kind}`), sourceStatus && sourceStatus !== 'open' && nameSourceState(sourceStatus)]
          .filter(Boolean)
          .join(' · '),
    },
    { key: 'since', label: t('fields.since'), cell: format.date },
  ]
  return {
    open: [
      ...product,
      { key: 'valuedOn', label: t('fields.valuedOn'), cell: (day) => (day ? format.date(day) : t('section.unvalued')) },
      {
        key: 'lastAmount',
        label: t('fields.amount'),
        align: 'end',
        phone: 3,
        cell: (amount) => <Amount value={amount} />,
        total: ({ lastAmount }) => <Amount value={lastAmount} />,
      },
    ],
    closed: [
      ...product,
      {
        key: 'closingReason',
        label: t('fields.closingReason'),
        cell: (reason) => reason && t(`closingReasons.${reason}`),
      },
      { key: 'closedOn', label: t('fields.closedOn'), cell: format.date },
      {
        key: 'lastAmount',
        label: t('fields.lastAmount'),
        align: 'end',
        phone: 3,
        cell: (amount) => <Amount value={amount} />,
      },
    ],
  }
}

type Props = { client: ClientDetail; positions: readonly ClientExternalPosition[] }

/** What a client has or owes at other firms, with what may be done about it. */
export const ExternalPositions = ({ client, positions }: Props) => {
  const { t } = useTranslation('external-positions')
  const headingId = useId()
  const columns = usePositionColumns()
  const { listRowActions, add, message, dialog } = usePositionActions()
  const open = positions.filter(({ closedOn }) => closedOn === null)
  const closed = positions.filter(({ closedOn }) => closedOn !== null)
  const actions: PositionColumns = [
    {
      key: 'id',
      label: t('fields.actions'),
      phone: 'beside',
      isActions: true,
      cell: (_, position) => (
        <RowMenuButton
          label={t('section.rowActions', { name: getPositionName(position) })}
          listActions={() => listRowActions({ ...position, clientId: client.id })}
        />
      ),
    },
  ]
  return (
    <section
      id="external-positions"
      tabIndex={-1}
      className={`${classes.part} ${classes.partCard}`}
      aria-labelledby={headingId}
    >
      <div className={layoutClasses.ends}>
        <h2 id={headingId} className={classes.cardTitle}>
          {t('section.title')}
        </h2>
        {add && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => add(client.id)}
          >
            {t('add.action')}
          </Button>
        )}
      </div>
      <div>
        {message}
        {positions.length === 0 ? (
          <p className={classes.muted}>{[t('section.none'), add && t('section.noneHint')].filter(Boolean).join(' ')}</p>
        ) : (
          <p className={classes.muted}>
            {t('section.lead')} <Link to={`/crm/ProdExt?search=${client.cvl}`}>{t('section.all')}</Link>
          </p>
        )}
      </div>
      {open.length > 0 && (
        <DataTable
          label={t('section.title')}
          columns={[...columns.open, ...actions]}
          rows={open}
          {...(client.wealth && { totals: { lastAmount: client.wealth.elsewhereNet } })}
        />
      )}
      {closed.length > 0 && (
        <details className={classes.ended}>
          <summary>{t('section.closed', { count: closed.length })}</summary>
          <DataTable
            label={t('section.closed', { count: closed.length })}
            columns={[...columns.closed, ...actions]}
            rows={closed}
            dense
          />
        </details>
      )}
      {dialog}
    </section>
  )
}
