import { useMemo } from 'react'
import { owedTaxForms } from '#contract/accounting/entries.ts'
import { ledgerCodes } from '#contract/journals.ts'
import { moduleKeys, permissionActions, roles, scopes } from '#contract/permissions.ts'
import { productFamilies, productLines } from '#contract/products.ts'
import { useCountryName } from '#web/core/country-name.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { formatBankNumber } from '#web/domain/bank-number.ts'
import { formatForeignMoney } from '#web/domain/foreign-money.ts'
import { trimTrailingZeros } from '#web/domain/parse-figures.ts'
import { formatSlabText } from '#web/domain/slab-text.ts'

/** How the names of fields and the codes of values are written. */
const codePattern = /^[A-Za-z][\w-]{1,40}$/

/** Figures that are no money: in points, and per cent of a year. */
const pointsFields = ['points', 'bonus', 'penaltyPoints']
const percentFields = ['rate', 'rates', 'managerShare', 'partnerShare', 'advisorShare', 'bankerShare']
const countryFields = ['country', 'taxResidence', 'taxRegion']

/** What the fields of a change and their values are called: roles, modules, actions and scopes by their names. */
export const useChangeTexts = () => {
  const { t, i18n } = useTranslation(['changes', 'access', 'journals', 'products', 'taxes', 'shell'])
  const format = useFormatters()
  const countryName = useCountryName()
  return useMemo(() => {
    const word = (code: string): string => {
      const role = roles.find((one) => one === code)
      if (role) return t(`shell:roles.${role}`)
      const module = moduleKeys.find((one) => one === code)
      if (module) return t(`access:modules.${module}`)
      const action = permissionActions.find((one) => one === code)
      if (action) return t(`access:actions.${action}`)
      const scope = scopes.find((one) => one === code)
      if (scope) return t(`access:scopes.${scope}`)
      const family = productFamilies.find((one) => one === code)
      if (family) return t(`products:families.${family}`)
      const line = productLines.find((one) => one === code)
      if (line) return t(`products:lines.${line}`)
      const ledger = ledgerCodes.find((one) => one === code)
      if (ledger) return t(`journals:ledgers.${ledger}`)
      if (/^\d{4}-\d\d-01$/.test(code)) return format.month(code)
      if (codePattern.test(code) && i18n.exists(`changes:${code}`)) return t(`changes:${code as 'amount'}`)
      // After the change's own words: 'none' is more than a form without one.
      const form = owedTaxForms.find((one) => one === code)
      return form ? t(`taxes:forms.${form}`) : formatSlabText(format, code)
    }
    const listed = (text: string): string[] | null => {
      const parsed: unknown = text.startsWith('[') ? JSON.parse(text) : null
      return Array.isArray(parsed) ? parsed.map(String) : null
    }
    return {
      field: (path: readonly string[]): string => path.map(word).join(' · '),
      value: (text: string, path: readonly string[]): string => {
        if (/^[A-Z]{2}$/.test(text) && countryFields.some((one) => path.includes(one))) return countryName(text)
        const several = listed(text)
        const isFigure = (names: readonly string[]) =>
          /^\d+\.\d+$/.test(text) && names.some((one) => path.includes(one))
        if (isFigure(pointsFields)) return format.decimal(trimTrailingZeros(text))
        if (isFigure(percentFields)) return format.rate(text)
        if (/^-?\d+\.\d{2}$/.test(text)) return format.money(text, { euros: true })
        const [, sum, currency] = /^(\d+\.\d{2}) ([A-Z]{3})$/.exec(text) ?? []
        if (sum && currency) return formatForeignMoney(format, sum, currency)
        if (/^\d{4}-\d\d-\d\d$/.test(text)) return format.date(text)
        if (/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return formatBankNumber(text)
        return several ? several.map(word).join(', ') || '–' : word(text)
      },
    }
  }, [t, i18n, format, countryName])
}
