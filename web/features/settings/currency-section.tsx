import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type CurrencyRate, removeCurrencyRate, setCurrencyRate } from '#contract/settings.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { refreshSession, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useResultMessage } from '#web/ui/use-result-message.ts'
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

/** Taking a rate back, and putting it back from the message that says so. The focus goes to that message: the button that had it is gone. */
const useRateRemoval = () => {
  const { t } = useTranslation('settings')
  const format = useFormatters()
  const messages = useResultMessage()
  const messageArea = useRef<HTMLDivElement>(null)
  const { failure, run } = useAction()
  const isUndoShown = messages.message?.undo !== undefined
  const { back, comesBack } = useFocusRestoredRate(isUndoShown)
  const { message } = messages
  useEffect(() => {
    if (message?.undo) messageArea.current?.querySelector('button')?.focus()
  }, [message])
  const remove = (rate: CurrencyRate): Promise<boolean> =>
    run(async () => {
      const { currency, validFrom, perEuro } = rate
      const named = { currency, date: format.date(validFrom) }
      messages.show(null)
      await callEndpoint(removeCurrencyRate, { params: { currency, validFrom } })
      // Amounts are shown in these rates on every page.
      await refreshSession()
      const undo = async (): Promise<string> => {
        comesBack(rate)
        await callEndpoint(setCurrencyRate, { body: { currency, validFrom, perEuro } })
        await refreshSession()
        return t('currencies.restored', named)
      }
      messages.show({ text: t('currencies.removed', named), undo })
    })
  return { messages, messageArea, remove, back, failure }
}

/** What one euro is worth in other currencies, from when on. */
export const CurrencySection = ({ rates, mayEdit }: { rates: readonly CurrencyRate[]; mayEdit: boolean }) => {
  const { t } = useTranslation('settings')
  const format = useFormatters()
  const { messages, messageArea, remove, back, failure } = useRateRemoval()
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
      <div ref={messageArea}>
        <ResultMessage messages={messages} />
      </div>
      <FailureMessage of={failure} />
      {mayEdit && (
        <CurrencyForm
          onSet={async () => {
            messages.show(null)
            await refreshSession()
          }}
        />
      )}
    </Section>
  )
}
