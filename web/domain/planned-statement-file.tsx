import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import {
  type BankUploadDetail,
  getBankUpload,
  listPlannedBankLines,
  type PlannedBankLineRow,
  plannedBookingKinds,
} from '#contract/bank/uploads.ts'
import { CallError } from '#web/core/call.ts'
import { useErrorMessage } from '#web/core/error-text.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import { Section } from '#web/ui/section.tsx'
import { formatBankNumber } from './bank-number.ts'
import classes from './planned-statement-file.module.css'
import { StatusBadge } from './status-badge.tsx'

type PlannedLineList = typeof listPlannedBankLines

/** The account and the payment or batch that a line is about, each a click from its page. */
const PlannedLineTarget = ({ row }: { row: PlannedBankLineRow }) => {
  const { accountId, clientId, accountNumber, clientName, paymentId, batchId, paymentReference } = row
  const payment = paymentId ? `/crm/Retiradas/${paymentId}` : batchId ? `/crm/Retiradas/remesas/${batchId}` : null
  return (
    <>
      {accountId && clientId && (
        <span className={classes.target}>
          <Link to={`/clientes/${clientId}/cuentas/${accountId}`}>{accountNumber}</Link>
          {' · '}
          <Link to={`/clientes/${clientId}`}>{clientName}</Link>
        </span>
      )}
      {paymentReference && (
        <span className={classes.target}>
          {payment ? <Link to={payment}>{paymentReference}</Link> : paymentReference}
        </span>
      )}
    </>
  )
}

/** What a line would be, for whom, and what is odd about it: in one cell, so that a phone shows all of it. */
const PlannedLineOutcome = ({ row }: { row: PlannedBankLineRow }) => {
  const { t } = useTranslation('contributions')
  const errorText = useErrorMessage()
  const { kind, oddities, bar } = row
  return (
    <span className={classes.becomes}>
      {t(`planned.kinds.${kind}`)}
      <PlannedLineTarget row={row} />
      {oddities.map((odd) => (
        <StatusBadge key={odd} tone="att" icon={IconAlertTriangle} label={t(`planned.odds.${odd}`)} />
      ))}
      {oddities.includes('barred') && bar && (
        <span className={classes.why}>{errorText(new CallError(409, { code: bar }))}</span>
      )}
    </span>
  )
}

const usePlannedLineFilters = (): FilterChoices<PlannedLineList> => {
  const { t } = useTranslation('contributions')
  return useMemo(
    () => ({
      search: { control: 'search', label: t('statement.search') },
      odd: { control: 'yesNo', label: t('planned.isOdd'), alwaysShown: true },
      kind: {
        control: 'select',
        label: t('planned.kind'),
        alwaysShown: true,
        options: plannedBookingKinds.map((value) => ({ value, label: t(`planned.kinds.${value}`) })),
      },
    }),
    [t],
  )
}

/** Two people decide on the file by these amounts: they are the bank's, never converted. */
const inEurosOption = { euros: true }

const usePlannedLineColumns = () => {
  const { t } = useTranslation('contributions')
  const format = useFormatters()
  return useListColumns(
    listPlannedBankLines,
    useMemo(
      (): ScreenColumns<PlannedLineList> => [
        { key: 'id', label: t('planned.line') },
        'bookingDate',
        'valueDate',
        {
          key: 'counterpartyName',
          phone: 1,
          cell: (name, { counterpartyNumber, remittance }) => (
            <span className={classes.becomes}>
              {(name ?? remittance) || '–'}
              {counterpartyNumber && <span className={classes.why}>{formatBankNumber(counterpartyNumber)}</span>}
            </span>
          ),
        },
        'remittance',
        { key: 'kind', phone: 2, cell: (_, row) => <PlannedLineOutcome row={row} /> },
        { key: 'reference', optional: true },
        {
          key: 'amount',
          phone: 3,
          cell: (amount, { currency }) => renderAmount(format, amount, currency, inEurosOption),
          total: ({ amount }) => renderAmount(format, amount, undefined, inEurosOption),
        },
      ],
      [t, format],
    ),
  )
}

const PlannedKindSummary = ({ file }: { file: BankUploadDetail }) => {
  const { t } = useTranslation('contributions')
  const format = useFormatters()
  return (
    <Section title={t('planned.summary')} description={t('planned.asOf')}>
      <ul className={classes.kinds}>
        {plannedBookingKinds
          .flatMap((kind) => file.kinds.filter((one) => one.kind === kind))
          .map(({ kind, currency, lines, odd, amount }) => (
            <li key={`${kind} ${currency}`}>
              <span>{t(`planned.kinds.${kind}`)}</span>
              <span className={classes.count}>
                {t('planned.count', { count: lines, total: format.number(lines) })}
                {odd > 0 && (
                  <StatusBadge
                    tone="att"
                    icon={IconAlertTriangle}
                    label={t('planned.odd', { count: odd, total: format.number(odd) })}
                  />
                )}
              </span>
              <span className={classes.sum}>{renderAmount(format, amount, currency, inEurosOption)}</span>
            </li>
          ))}
      </ul>
      {file.odd === 0 && <p className={classes.none}>{t('planned.noneOdd')}</p>}
    </Section>
  )
}

/** What a bank file that waits would do as everything stands: how many lines of which kind, and each of them, what is odd first. */
export default function PlannedStatementFile({ uploadId }: { uploadId: string }) {
  const { t } = useTranslation('contributions')
  const { data, error, refetch } = useQuery(buildQueryOptions(getBankUpload, { params: { uploadId } }))
  const filters = usePlannedLineFilters()
  const columns = usePlannedLineColumns()
  return (
    <>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <PlannedKindSummary file={data} />}
      <section aria-label={t('planned.lines')}>
        <h2 className={classes.heading}>{t('planned.lines')}</h2>
        <ListView
          list={listPlannedBankLines}
          params={{ uploadId }}
          label={t('planned.lines')}
          filters={filters}
          columns={columns}
          empty={t('planned.empty')}
          emptyHint={t('planned.emptyHint')}
        />
      </section>
    </>
  )
}
