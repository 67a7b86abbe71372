import { useCallback } from 'react'
import { ledgerCodes } from '#contract/journals.ts'
import { useTranslation } from '#web/core/use-translation.ts'

/** What an account that the firm has added is called wherever it is shown. */
export const formatLedgerName = ({ code, name }: { code: string; name: string }): string => `${code} · ${name}`

/** What an account of the chart is called: the fixed ones by the texts, those of the firm by code and name. */
export const useLedgerNames = (): ((code: string, name: string | null) => string) => {
  const { t } = useTranslation('journals')
  return useCallback(
    (code, name) => {
      const fixed = ledgerCodes.find((one) => one === code)
      if (fixed) return t(`ledgers.${fixed}`)
      return name ? formatLedgerName({ code, name }) : code
    },
    [t],
  )
}
