import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CurrencyRate, removeCurrencyRate, setCurrencyRate } from '#contract/settings.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { refreshSession, useSession } from '#web/core/session.ts'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { useKeyBindings } from '#web/ui/list/use-key-bindings.ts'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { CurrencyForm } from './currency-form.tsx'
import classes from './settings.module.css'

type CurrencyRateState = 'current' | 'coming' | 'past'
type CurrencyRateRow = CurrencyRate & { id: string; state: CurrencyRateState }

/** Which rate of each currency holds today: the newest one that has begun. */
const addRateStates = (rates: readonly CurrencyRate[], today: string): CurrencyRateRow[] => {
  const seen = new Set<string>()
  return rates.map((one) => {
    const rate = { ...one, id: `${one.currency} ${one.validFrom}` }
    if (rate.validFrom > today) return { ...rate, state: 'coming' }
    const state = seen.has(rate.currency) ? 'past' : 'current'
    seen.add(rate.currency)
    return { ...rate, state }
  })
}

type RemovedRateNoticeProps = { rate: CurrencyRate; isBusy: boolean; onUndo: () => void }

/** What has been taken back can be put back; the focus goes there, since the button that had it is gone. */
const RemovedRateNotice = ({ rate, isBusy, onUndo }: RemovedRateNoticeProps) => {
  const { t } = useTranslation('settings')
  const format = useFormatters()
  const undo = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each that was taken back.
  useEffect(() => undo.current?.focus(), [rate])
  useKeyBindings({ ...(!isBusy && { z: onUndo }) })
  return (
    <p className={classes.removed} role="status">
      {t('currencies.removed', { currency: rate.currency, date: format.date(rate.validFrom) })}
      <Button ref={undo} variant="subtle" size="compact-sm" title={`${t('currencies.undo')}  z`} onClick={onUndo}>
        {t('currencies.undo')}
      </Button>
    </p>
  )
}

/** A rate that was put back takes the focus on itself: the button that brought it is gone. Who went elsewhere meanwhile stays there. */
const useFocusRestoredRate = (isUndoShown: boolean) => {
  const [rate, comesBack] = useState<CurrencyRate | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  // It comes with the rates that are asked again: whenever it is there, and the button that brought it is gone.
  useEffect(() => {
    if (!rate || !button.current || isUndoShown) return
    if (document.activeElement === document.body) button.current.focus()
    comesBack(null)
  })
  const back = ({ currency, validFrom }: CurrencyRate) =>
    rate?.currency === currency && rate.validFrom === validFrom ? button : undefined
  return { back, comesBack }
}

/** Taking a rate back, and putting the last one back that was taken. */
const useRateRemoval = () => {
  const [removed, setRemoved] = useState<CurrencyRate | null>(null)
  const { busy, failure, run } = useAction()
  const { back, comesBack } = useFocusRestoredRate(removed !== null)

  const attempt = (work: () => Promise<unknown>, then: CurrencyRate | null): Promise<boolean> =>
    run(async () => {
      await work()
      // Amounts are shown in these rates on every page.
      await refreshSession()
      setRemoved(then)
    })
  const remove = (rate: CurrencyRate): Promise<boolean> => {
    const { currency, validFrom } = rate
    return attempt(() => callEndpoint(removeCurrencyRate, { params: { currency, validFrom } }), rate)
  }
  const putBack = async (rate: CurrencyRate): Promise<void> => {
    const { currency, validFrom, perEuro } = rate
    comesBack(rate)
    await attempt(() => callEndpoint(setCurrencyRate, { body: { currency, validFrom, perEuro } }), null)
  }
  return { removed, forget: () => setRemoved(null), remove, putBack, back, busy, failure }
}

/** What one euro is worth in other currencies, from when on. */
export const CurrencySection = ({ rates, mayEdit }: { rates: readonly CurrencyRate[]; mayEdit: boolean }) => {
  const { t } = useTranslation('settings')
  const format = useFormatters()
  const { removed, forget, remove, putBack, back, busy, failure } = useRateRemoval()
  const phone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  const today = useSession((state) => state.session?.businessDate ?? '')
  const withRemove = (shown: ReactNode, row: CurrencyRateRow): ReactNode => (
    <span className={classes.rowEnd}>
      {shown}
      {mayEdit && (
        <Button
          ref={back(row)}
          variant="subtle"
          size="compact-sm"
          aria-label={t('currencies.removeNamed', { currency: row.currency, date: format.date(row.validFrom) })}
          onClick={() => void remove(row)}
        >
          {t('currencies.remove')}
        </Button>
      )}
    </span>
  )
  // A card has room for three of the columns: the first carries what else one has to know and to press.
  const columns: readonly RowColumn<CurrencyRateRow, never>[] = [
    {
      key: 'currency',
      label: t('currencies.currency'),
      phone: 1,
      cell: (currency, row) =>
        phone ? withRemove(`${currency} · ${t(`currencies.states.${row.state}`)}`, row) : currency,
    },
    { key: 'perEuro', label: t('currencies.perEuro'), align: 'end', phone: 3, cell: format.decimal },
    { key: 'validFrom', label: t('currencies.validFrom'), phone: 2, cell: format.date },
    { key: 'state', label: t('currencies.state'), cell: (state) => t(`currencies.states.${state}`) },
    { key: 'setBy', label: t('currencies.setBy') },
    {
      key: 'setAt',
      label: t('currencies.setAt'),
      cell: (setAt, row) => withRemove(format.dateTime(setAt), row),
    },
  ]
  return (
    <Section title={t('currencies.title')} description={t('currencies.lead')}>
      {rates.length > 0 ? (
        <DataTable label={t('currencies.title')} columns={columns} rows={addRateStates(rates, today)} dense />
      ) : (
        <p className={classes.fact}>{t('currencies.none')}</p>
      )}
      {removed && <RemovedRateNotice rate={removed} isBusy={busy} onUndo={() => void putBack(removed)} />}
      <FailureMessage of={failure} />
      {mayEdit && (
        <CurrencyForm
          onSet={async () => {
            forget()
            await refreshSession()
          }}
        />
      )}
    </Section>
  )
}
