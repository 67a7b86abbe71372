import { Button, NativeSelect } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { listAccountingMonths, monthCloseChecks } from '#contract/accounting.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { processStateStyles } from '#web/domain/process-state-styles.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import { Notice, SuccessMessage } from '#web/ui/status-messages.tsx'
import classes from './accounting.module.css'
import { AccountingTabs, accountingPaths } from './accounting-tabs.tsx'
import { CloseMonthDialog, type MonthAction } from './close-month-dialog.tsx'

type AccountingMonths = ResponseBody<typeof listAccountingMonths>
type MonthRow = AccountingMonths['months'][number]

const monthBadgeStyles = {
  closed: processStateStyles.locked,
  open: processStateStyles.unlocked,
  running: processStateStyles.underWay,
} as const

const useMonthColumns = (): readonly RowColumn<MonthRow, AccountingMonths['sums']>[] => {
  const { t } = useTranslation('accounting')
  const format = useFormatters()
  return useMemo(() => {
    const amount = (value: string) => renderAmount(format, value)
    return [
      {
        key: 'month',
        label: t('months.fields.month'),
        phone: 1,
        cell: (month) => <span className={classes.month}>{format.month(month)}</span>,
      },
      {
        key: 'state',
        label: t('months.fields.state'),
        phone: 2,
        cell: (state) => (
          <StatusBadge
            tone={monthBadgeStyles[state][0]}
            icon={monthBadgeStyles[state][1]}
            label={t(`months.states.${state}`)}
          />
        ),
      },
      { key: 'journals', label: t('months.fields.journals'), align: 'end', cell: format.number },
      {
        key: 'moneyIn',
        label: t('months.fields.moneyIn'),
        align: 'end',
        phone: 3,
        cell: amount,
        total: ({ moneyIn }) => amount(moneyIn),
      },
      {
        key: 'moneyOut',
        label: t('months.fields.moneyOut'),
        align: 'end',
        cell: amount,
        total: ({ moneyOut }) => amount(moneyOut),
      },
      {
        key: 'interest',
        label: t('months.fields.interest'),
        align: 'end',
        cell: amount,
        total: ({ interest }) => amount(interest),
      },
      {
        key: 'withheld',
        label: t('months.fields.withheld'),
        align: 'end',
        cell: amount,
        total: ({ withheld }) => amount(withheld),
      },
      {
        key: 'differences',
        label: t('months.fields.differences'),
        align: 'end',
        cell: (found) => (found === null ? '–' : format.number(found)),
      },
      { key: 'closedAt', label: t('months.fields.closedAt'), cell: format.dateTime },
      { key: 'closedByName', label: t('months.fields.closedBy') },
    ]
  }, [t, format])
}

/** What stands between the next month and its close, and the ways to close it or to open the last one again. */
const NextMonthToClose = ({ data, onAsk }: { data: AccountingMonths; onAsk: (monthAction: MonthAction) => void }) => {
  const { t } = useTranslation('accounting')
  const format = useFormatters()
  const mayEdit = usePermission('bt_Contabilidad', 'edit')
  const { next, last, waiting } = data
  if (!next) return null
  const ready = monthCloseChecks.every((check) => next.checks[check])
  return (
    <Section
      title={t('months.next')}
      state={<span className={classes.month}>{format.month(next.month)}</span>}
      description={last === null ? t('months.first') : t('months.lead')}
    >
      <ul className={classes.checks}>
        {monthCloseChecks.map((check) => {
          const holds = next.checks[check]
          const Sign = holds ? IconCheck : IconAlertTriangle
          return (
            <li key={check} className={classes.check} data-holds={holds || undefined}>
              <Sign size={16} aria-hidden />
              <span>{t(`months.checks.${check}.${holds ? 'yes' : 'no'}`)}</span>
              {check === 'verified' && !holds && <Link to={accountingPaths.verification}>{t('months.verify')}</Link>}
            </li>
          )
        })}
      </ul>
      {waiting && (
        <Notice>
          {t('months.waiting')} <ApprovalLink approvalId={waiting}>{t('months.see')}</ApprovalLink>
        </Notice>
      )}
      {mayEdit && !waiting && (
        <div className={layoutClasses.looseLine}>
          <Button disabled={!ready} onClick={() => onAsk({ kind: 'close', month: next.month })}>
            {t('months.close.action', { month: format.month(next.month) })}
          </Button>
          {last && (
            <Button variant="default" onClick={() => onAsk({ kind: 'reopen', month: last })}>
              {t('months.reopen.action', { month: format.month(last) })}
            </Button>
          )}
        </div>
      )}
    </Section>
  )
}

/** The months of a year, which stands in the address, and the close of the next one. */
export default function AccountingMonthsScreen() {
  const { t } = useTranslation(['accounting', 'list'])
  const columns = useMonthColumns()
  const [address, setAddress] = useSearchParams()
  const [monthAction, setMonthAction] = useState<MonthAction | null>(null)
  const [proposed, setProposed] = useState<ProposalResult | null>(null)
  const year = Number(address.get('year')) || undefined
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...buildQueryOptions(listAccountingMonths, { query: year ? { year } : {} }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page>
      <PageHead title={t('months.title')} />
      <AccountingTabs current="months" />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <div className={classes.skeleton} role="status" aria-label={t('list:loading')} />}
      {data && !error && (
        <>
          <SuccessMessage>{proposed && t(`months.${proposed.state}`)}</SuccessMessage>
          <NextMonthToClose data={data} onAsk={setMonthAction} />
          <div className={classes.tools}>
            <NativeSelect
              label={t('months.year')}
              value={String(data.year)}
              data={[...new Set([data.year, ...data.years])].sort((one, other) => other - one).map(String)}
              onChange={({ currentTarget }) => setAddress({ year: currentTarget.value }, { replace: true })}
            />
          </div>
          {data.months.length > 0 ? (
            <DataTable
              label={t('months.title')}
              columns={columns}
              rows={data.months.map((row) => ({ ...row, id: row.month }))}
              totals={data.sums}
              busy={isPlaceholderData}
            />
          ) : (
            <EmptyState title={t('months.empty')} hint={t('months.emptyHint')} />
          )}
        </>
      )}
      {monthAction && (
        <CloseMonthDialog
          monthAction={monthAction}
          onDone={(done) => {
            setProposed(done)
            setMonthAction(null)
          }}
          onClose={() => setMonthAction(null)}
        />
      )}
    </Page>
  )
}
