import { useQuery } from '@tanstack/react-query'
import {
  type DirectCost,
  getProfitabilitySettings,
  removeDirectCost,
  removeTransferRate,
  setDirectCost,
  setTransferRate,
  type TransferRate,
} from '#contract/profitability.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { Notice } from '#web/ui/status-messages.tsx'
import { DatedRows } from './dated-rows.tsx'
import { DirectCostForm } from './direct-cost-form.tsx'
import classes from './settings.module.css'
import { TransferRateForm } from './transfer-rate-form.tsx'

const marginSettingsQuery = buildQueryOptions(getProfitabilitySettings, {})

const removeRate = ({ productId, termMonths, validFrom }: TransferRate) =>
  callEndpoint(removeTransferRate, { params: { productId, term: String(termMonths), validFrom } })
const putRateBack = ({ productId, termMonths, validFrom, rate }: TransferRate) =>
  callEndpoint(setTransferRate, { body: { productId, termMonths, validFrom, rate, before: null } })
const removeCost = ({ productId, kind, validFrom }: DirectCost) =>
  callEndpoint(removeDirectCost, { params: { productId, kind, validFrom } })
const putCostBack = ({ productId, kind, validFrom, amount }: DirectCost) =>
  callEndpoint(setDirectCost, { body: { productId, kind, validFrom, amount, before: null } })

/** What money and accounts are worth and cost, by product and day: what margins are reckoned with. */
export const ProfitabilityTab = () => {
  const { t } = useTranslation(['profitability', 'list'])
  const format = useFormatters()
  const mayEdit = usePermission('bt_Ajustes', 'edit')
  const { data, error, refetch } = useQuery(marginSettingsQuery)
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={layoutClasses.skeleton} role="status" aria-label={t('list:loading')} />
  const unrated = data.products.filter(({ isUnrated }) => isUnrated).map(({ name }) => name)
  const termOf = (months: number): string =>
    months === 0 ? t('settings.anyTerm') : t('settings.termOf', { count: months, total: format.number(months) })
  return (
    <>
      <p className={classes.lead}>{t('settings.lead')}</p>
      <DatedRows
        part="transferRates"
        rows={data.transferRates}
        kindLabel={t('settings.term')}
        valueLabel={t('settings.rate')}
        kindOf={({ termMonths }) => ({ key: String(termMonths), words: termOf(termMonths) })}
        formatValue={({ rate }) => format.rate(rate)}
        mayEdit={mayEdit}
        remove={removeRate}
        putBack={putRateBack}
        renderForm={(onDone, onClose) => <TransferRateForm settings={data} onDone={onDone} onClose={onClose} />}
      >
        {unrated.length > 0 && <Notice>{t('settings.transferRates.unrated', { products: unrated.join(', ') })}</Notice>}
      </DatedRows>
      <DatedRows
        part="directCosts"
        rows={data.directCosts}
        kindLabel={t('settings.kind')}
        valueLabel={t('settings.amount')}
        kindOf={({ kind }) => ({ key: kind, words: t(`settings.directCosts.kinds.${kind}`) })}
        formatValue={({ amount }) => format.money(amount)}
        mayEdit={mayEdit}
        remove={removeCost}
        putBack={putCostBack}
        renderForm={(onDone, onClose) => <DirectCostForm settings={data} onDone={onDone} onClose={onClose} />}
      />
    </>
  )
}
