import { UnstyledButton } from '@mantine/core'
import { useDisplayCurrency, useFormatters } from '#web/core/format.ts'
import { setCurrency } from '#web/core/session-preferences.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './currency-switch.module.css'

/** Says, on every page and on paper, that amounts aren't in the currency of the books, and by which rate they were converted. */
export const ConvertedNotice = () => {
  const { t } = useTranslation('shell')
  const format = useFormatters()
  const shown = useDisplayCurrency()
  if (!shown) return null
  return (
    <p className={classes.notice} role="status">
      {t('currency.converted', {
        code: shown.code,
        rate: format.decimal(shown.perEuro),
        date: format.date(shown.validFrom),
      })}
      <UnstyledButton fz="inherit" onClick={() => setCurrency('EUR')}>
        {t('currency.back')}
      </UnstyledButton>
    </p>
  )
}
