import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ledgerCodes } from '#contract/journals.ts'
import { owedForms } from '#contract/manual-entries.ts'
import { actions, moduleKeys, roles, scopes } from '#contract/permissions.ts'
import { useFormat } from '#web/core/format.ts'
import { inFours } from '#web/domain/bank-number.ts'
import { foreignMoney } from '#web/domain/foreign-money.ts'

const fields = [
  'role',
  'actions',
  'scope',
  'effect',
  'module',
  'action',
  'validFrom',
  'validTo',
  'state',
  'rule',
  'ended',
  'from',
  'to',
  'effectiveOn',
  'clients',
  'capital',
  'amount',
  'available',
  'letGo',
  'allSigned',
  'signature',
  'signedBy',
  'anyHolder',
  'allHolders',
  'cvl',
  'email',
  'grant',
  'deny',
  'product',
  'working',
  'name',
  'dayCount',
  'payout',
  'capitalised',
  'minimum',
  'maximum',
  'termMonths',
  'penaltyPoints',
  'defaultInstruction',
  'because',
  'daysBack',
  'confirmDays',
  'overLimit',
  'backDated',
  'overAgreed',
  'notProposed',
  'earnsUntilPaid',
  'earlyWithdrawal',
  'additions',
  'additionDays',
  'part_with_penalty',
  'free',
  'within_days',
  'always',
  'none',
  'onSale',
  'rates',
  'monthly',
  'quarterly',
  'half_yearly',
  'yearly',
  'at_maturity',
  'pay_out',
  'renew_principal',
  'renew_all',
  'transfer',
  'bonus',
  'payments',
  'payOn',
  'sha256',
  'waits',
  'bankAccount',
  'returnCode',
  'paid',
  'perEuro',
  'rateOn',
  'defaultAccount',
  'holder',
  'bank',
  'sameNumber',
  'sameOfJoint',
  'otherHolder',
  'takesOver',
  'needsApproval',
  'newBankAccount',
  'penalty',
  'withheld',
  'net',
  'rate',
  'limit',
  'points',
  'anyAmount',
  'firmNumber',
  'region',
  'payee',
  'payer',
  'basis',
  'source',
  'any',
  'person',
  'company',
  'financial',
  'notFinancial',
  'ofInterest',
  'ofCapital',
  'firmTaxId',
  'suffix',
  'bic',
  'checked',
  'iban',
  'payrollAccount',
  'description',
  'bookingDate',
  'valueDate',
  'debit',
  'credit',
  'rows',
  'statementAccount',
  'fromDate',
  'toDate',
  'opening',
  'closing',
  'previousClosing',
  'newAccount',
  'follows',
  'entries',
  'incoming',
  'outgoing',
  'leftOut',
  'contribution',
  'withdrawal',
  'interest',
  'fee',
  'adjustment',
  'true',
  'false',
  'null',
] as const

/** Figures that are no money. */
const ratios = ['points', 'bonus', 'rate', 'penaltyPoints'] as const

/** What the fields of a change and their values are called: roles, modules, actions and scopes by their names. */
export const useChangeWords = () => {
  const { t } = useTranslation(['changes', 'access', 'journals', 'taxes', 'shell'])
  const format = useFormat()
  return useMemo(() => {
    const word = (code: string): string => {
      const role = roles.find((one) => one === code)
      if (role) return t(`shell:roles.${role}`)
      const module = moduleKeys.find((one) => one === code)
      if (module) return t(`access:modules.${module}`)
      const action = actions.find((one) => one === code)
      if (action) return t(`access:actions.${action}`)
      const scope = scopes.find((one) => one === code)
      if (scope) return t(`access:scopes.${scope}`)
      const ledger = ledgerCodes.find((one) => one === code)
      if (ledger) return t(`journals:ledgers.${ledger}`)
      const form = owedForms.find((one) => one === code)
      if (form) return t(`taxes:forms.${form}`)
      if (/^\d{4}-\d\d-01$/.test(code)) return format.month(code)
      const field = fields.find((one) => one === code)
      return field ? t(`changes:${field}`) : code
    }
    const listed = (text: string): string[] | null => {
      const parsed: unknown = text.startsWith('[') ? JSON.parse(text) : null
      return Array.isArray(parsed) ? parsed.map(String) : null
    }
    return {
      field: (path: string): string => path.split('.').map(word).join(' · '),
      value: (text: string, path: string): string => {
        const several = listed(text)
        if (/^\d+\.\d+$/.test(text) && ratios.some((one) => path.endsWith(one))) return format.decimal(text)
        if (/^-?\d+\.\d{2}$/.test(text)) return format.money(text, { euros: true })
        const [, sum, currency] = /^(\d+\.\d{2}) ([A-Z]{3})$/.exec(text) ?? []
        if (sum && currency) return foreignMoney(format, sum, currency)
        if (/^\d{4}-\d\d-\d\d$/.test(text)) return format.date(text)
        if (/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return inFours(text)
        return several ? several.map(word).join(', ') || '–' : word(text)
      },
    }
  }, [t, format])
}
