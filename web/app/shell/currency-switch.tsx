import { NativeSelect } from '@mantine/core'
import { useSession } from '#web/core/session.ts'
import { setCurrency } from '#web/core/session-preferences.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './currency-switch.module.css'

/** Euros, and the currencies that the administrator keeps a rate of. Without any there is nothing to choose. */
export const CurrencySwitch = () => {
  const { t } = useTranslation('shell')
  const active = useSession((state) => state.activeCurrency)
  const currencies = useSession((state) => state.session?.currencies)
  if (!currencies?.length) return null
  return (
    <NativeSelect
      className={classes.switch!}
      size="xs"
      aria-label={t('currency.label')}
      value={active}
      data={['EUR', ...currencies.map(({ code }) => code)]}
      onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
    />
  )
}
