import { Button, Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { namedTaxRegions, removeWithholdingRate, type WithholdingRate } from '#contract/withholding.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useCountryName } from '#web/core/country-name.ts'
import { useFormatters } from '#web/core/format.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './settings.module.css'
import { WithholdingForm } from './withholding-form.tsx'

type WithholdingRateState = 'current' | 'coming' | 'past'
type WithholdingRateRow = WithholdingRate & { id: string; state: WithholdingRateState }
type NamedRegion = (typeof namedTaxRegions)[number]

const isNamedRegion = (region: string): region is NamedRegion => (namedTaxRegions as readonly string[]).includes(region)

/** Of each payer, payee and place the newest that has begun is the one that holds. They come with the newest first. */
const addRateStates = (rates: readonly WithholdingRate[], today: string): WithholdingRateRow[] => {
  const seen = new Set<string>()
  return rates.map((one) => {
    const key = `${one.payer} ${one.payee} ${one.region}`
    const rate = { ...one, id: `${key} ${one.validFrom}` }
    if (rate.validFrom > today) return { ...rate, state: 'coming' }
    const state = seen.has(key) ? 'past' : 'current'
    seen.add(key)
    return { ...rate, state }
  })
}

type Props = { rates: readonly WithholdingRate[]; mayEdit: boolean }

/** The dated rates: those that hold and those to come; the past ones on asking. */
export const WithholdingRates = ({ rates, mayEdit }: Props) => {
  const { t } = useTranslation(['withholding', 'limits'])
  const format = useFormatters()
  const countryName = useCountryName()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const phone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  const [past, setPast] = useState(false)
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<WithholdingRateRow | null>(null)
  const placeOf = (region: string): string => (isNamedRegion(region) ? t(`regions.${region}`) : countryName(region))
  const remove = async ({ payer, payee, region, validFrom }: WithholdingRateRow, reason: string): Promise<void> => {
    await callEndpoint(removeWithholdingRate, { params: { payer, payee, region, validFrom }, body: { reason } })
  }
  const withRemove = (shown: ReactNode, row: WithholdingRateRow): ReactNode => (
    <span className={classes.rowEnd}>
      {shown}
      {mayEdit && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('rates.removeNamed', { region: placeOf(row.region), date: format.date(row.validFrom) })}
          onClick={() => setRemoving(row)}
        >
          {t('rates.remove')}
        </Button>
      )}
    </span>
  )
  const withUnder = (shown: ReactNode, under: string): ReactNode => (
    <span className={classes.stacked}>
      {shown}
      <span className={classes.under}>{under}</span>
    </span>
  )
  const columns: readonly RowColumn<WithholdingRateRow, never>[] = [
    {
      key: 'region',
      label: t('rates.region'),
      phone: 1,
      cell: (region, row) => (phone ? withRemove(placeOf(region), row) : withUnder(placeOf(region), row.source)),
    },
    { key: 'payee', label: t('rates.payee'), cell: (payee) => t(`payees.${payee}`) },
    { key: 'payer', label: t('rates.payer'), cell: (payer) => t(`payers.${payer}`) },
    { key: 'validFrom', label: t('rates.validFrom'), phone: 2, cell: format.date },
    {
      key: 'rate',
      label: t('rates.rate'),
      align: 'end',
      phone: 3,
      cell: (rate, { basis }) =>
        /[1-9]/.test(rate) ? withUnder(format.rate(rate), t(`bases.${basis}`)) : t('rates.exempt'),
    },
    {
      key: 'state',
      label: t('rates.state'),
      cell: (state, row) => withRemove(t(`rates.states.${state}`), row),
    },
  ]
  const shown = addRateStates(rates, today).filter(({ state }) => past || state !== 'past')
  return (
    <Section
      id="withholding-rates"
      title={t('rates.title')}
      description={t('rates.lead')}
      state={
        mayEdit && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('rates.add')}
          </Button>
        )
      }
    >
      <Checkbox
        label={t('rates.history')}
        checked={past}
        onChange={({ currentTarget }) => setPast(currentTarget.checked)}
      />
      {shown.length > 0 ? (
        <DataTable label={t('rates.title')} columns={columns} rows={shown} dense />
      ) : (
        <p className={classes.fact}>{t('rates.none')}</p>
      )}
      {adding && <WithholdingForm onClose={() => setAdding(false)} />}
      {removing && (
        <ReasonDialog
          title={t('rates.removeTitle')}
          text={t('rates.removeText')}
          action={t('limits:propose')}
          label={t('limits:reason')}
          hint={t('limits:reasonHint')}
          onSend={(reason) => remove(removing, reason.trim())}
          onClose={() => setRemoving(null)}
        />
      )}
    </Section>
  )
}
