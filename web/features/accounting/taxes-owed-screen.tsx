import { Button, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { listOwedTaxes } from '#contract/accounting/entries.ts'
import { getWithholdingReconciliation } from '#contract/accounting/taxes.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import { getMonthEnd } from '#rules/calendar.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useAddressChange } from '#web/core/use-address.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { renderAmount } from '#web/domain/amount.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { prefetchListAddress } from '#web/ui/list/list-prefetch.ts'
import { ListScreen } from '#web/ui/list/list-screen.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import textClasses from '#web/ui/text.module.css'
import classes from './accounting.module.css'
import { AccountingTabs, accountingPaths } from './accounting-tabs.tsx'
import { ProposalOutcomeMessage } from './proposal-outcome.tsx'
import { TaxPaymentDialog } from './tax-payment-dialog.tsx'
import { useTaxFormOptions } from './use-tax-forms.ts'

type TaxOwedList = typeof listOwedTaxes

const useTaxOwedFilters = (): FilterChoices<TaxOwedList> => {
  const { t } = useTranslation('taxes')
  const forms = useTaxFormOptions()
  return useMemo(
    () => ({
      year: { control: 'elsewhere' },
      form: {
        control: 'select',
        label: t('fields.form'),
        alwaysShown: true,
        options: [...forms, { value: 'none', label: t('forms.none') }],
      },
      open: { control: 'yesNo', label: t('owed.open'), alwaysShown: true },
    }),
    [t, forms],
  )
}

const useTaxOwedColumns = () => {
  const { t } = useTranslation('taxes')
  const format = useFormatters()
  return useListColumns(
    listOwedTaxes,
    useMemo((): ScreenColumns<TaxOwedList> => {
      const amount = (value: string) => renderAmount(format, value)
      return [
        { key: 'month', phone: 1, cell: (month) => <span className={classes.month}>{format.month(month)}</span> },
        { key: 'form', phone: 2 },
        {
          key: 'withheld',
          cell: (withheld, { month }) => (
            <Link
              to={`${accountingPaths.journals}?ledger=tax_payable&from=${month}&to=${getMonthEnd(month)}`}
              aria-label={t('owed.seeWithheld', { month: format.month(month) })}
            >
              {amount(withheld)}
            </Link>
          ),
        },
        'adjusted',
        'paid',
        { key: 'owed', phone: 3 },
        {
          key: 'journals',
          label: t('owed.journals'),
          cell: (journals) =>
            journals.length === 0
              ? '–'
              : journals.map((id, at) => (
                  <span key={id}>
                    {at > 0 && ', '}
                    <Link to={`${accountingPaths.journals}/${id}`}>{id}</Link>
                  </span>
                )),
        },
      ]
    }, [t, format]),
  )
}

/** Asks for the rows and their count. */
export const prefetch = ({ searchParams }: URL): void => prefetchListAddress(listOwedTaxes, searchParams)

/** The year stands in the address. */
const YearSelect = ({ year }: { year: string }) => {
  const { t } = useTranslation('taxes')
  const change = useAddressChange()
  const { data } = useQuery(buildQueryOptions(getWithholdingReconciliation, { query: { year } }))
  const choose = (chosen: string): void =>
    change(
      (next) => {
        next.set('year', chosen)
        next.delete('page')
      },
      { replace: true },
    )
  return (
    <NativeSelect
      aria-label={t('year')}
      value={year}
      data={[...new Set([year, ...(data?.years ?? []).map(String)])]}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  )
}

/** What is owed to the tax authority, return by return, and the way to note that it was paid. */
export default function TaxesOwedScreen() {
  const { t } = useTranslation('taxes')
  const [address] = useSearchParams()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const mayPay = usePermission('bt_Contabilidad', 'create')
  const [paying, setPaying] = useState(false)
  const [proposed, setProposed] = useState<ProposalResult | null>(null)
  const year = address.get('year') ?? today.slice(0, 4)
  return (
    <>
      <ListScreen
        list={listOwedTaxes}
        label={t('owed.title')}
        context={(count, total) => t('owed.count', { count, total })}
        contentAbove={
          <>
            <AccountingTabs current="taxesOwed" />
            <ProposalOutcomeMessage of={proposed} />
          </>
        }
        contentBelow={<p className={textClasses.lead}>{t('owed.lead')}</p>}
        action={
          <>
            <YearSelect year={year} />
            {mayPay && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setPaying(true)}>
                {t('owed.pay.action')}
              </Button>
            )}
          </>
        }
        filters={useTaxOwedFilters()}
        columns={useTaxOwedColumns()}
        empty={t('owed.empty')}
        emptyHint={t('owed.emptyHint')}
      />
      {paying && <TaxPaymentDialog year={year} onDone={setProposed} onClose={() => setPaying(false)} />}
    </>
  )
}
