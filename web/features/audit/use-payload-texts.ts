import { useMemo } from 'react'
import { approvalTaskNames } from '#contract/approvals.ts'
import type texts from '#locales/es/event.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { trimTrailingZeros } from '#web/domain/parse-figures.ts'
import { formatSlabText } from '#web/domain/slab-text.ts'

type PayloadTexts = keyof typeof texts.payload

/** Where the names of fields and the codes of values may have their words besides the audit's own, the first that has it. */
const textKeyPrefixes = {
  fields: ['changes:', 'shell:roles.', 'access:modules.', 'staff:fields.', 'clients:fields.'],
  values: [
    'shell:roles.',
    'access:modules.',
    'access:actions.',
    'access:scopes.',
    'approvals:states.',
    'handovers:states.',
    'staff:positions.',
    'staff:relations.',
    'staff:fields.',
    'clients:fields.',
    'info-form-fields:fields.',
    'changes:',
  ],
} as const

const codePattern = /^[A-Za-z]\w{1,40}$/
const moneyPattern = /^-?\d{1,16}\.\d{2}$/
/** An amount of a list that the database wrote as a number of JSON, which keeps no zeros at its end. */
const numberPattern = /^-?\d{1,16}(\.\d{1,2})?$/
const decimalPattern = /^-?\d+\.\d+$/
const datePattern = /^\d{4}-\d\d-\d\d$/

/** What the figures of a field are, where they don't say it by themselves: an amount has two decimals, and so may a rate. */
const figureKinds: Readonly<Record<string, 'money' | 'rate' | 'points'>> = {
  amounts: 'money',
  rate: 'rate',
  rates: 'rate',
  managerShare: 'rate',
  partnerShare: 'rate',
  advisorShare: 'rate',
  bankerShare: 'rate',
  bonus: 'points',
  bonusRate: 'points',
  penaltyPoints: 'points',
  points: 'points',
  perEuro: 'points',
}

/** '500' → '500.00', '-0.5' → '-0.50'. */
const toAmount = (number: string): string => {
  const [whole = '', cents = ''] = number.split('.')
  return `${whole}.${cents.padEnd(2, '0')}`
}

const parseJsonList = (text: string): unknown[] | null => {
  if (!text.startsWith('[')) return null
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : null
  } catch {
    // Somebody has typed a bracket.
    return null
  }
}

/** What the fields of before and after and their values are called, for whoever wasn't there; what has no word stays as it is. */
export const usePayloadTexts = () => {
  const { t, i18n } = useTranslation([
    'event',
    'changes',
    'shell',
    'access',
    'approvals',
    'handovers',
    'staff',
    'clients',
    'info-form-fields',
  ])
  const format = useFormatters()
  return useMemo(() => {
    const own = (code: string): string | undefined =>
      i18n.exists(`event:payload.${code}`) ? t(`event:payload.${code as PayloadTexts}`) : undefined
    const lent = (code: string, from: keyof typeof textKeyPrefixes): string | undefined => {
      const place = textKeyPrefixes[from].find((one) => i18n.exists(`${one}${code}`))
      return place && t(`${place}${code}` as 'access:scopes.own')
    }
    const fieldWord = (code: string): string =>
      (codePattern.test(code) ? (own(code) ?? lent(code, 'fields')) : formatSlabText(format, code)) ?? code
    const formatFigure = (code: string, path: readonly string[]): string | undefined => {
      const kind = path.map((name) => figureKinds[name]).find((one) => one !== undefined)
      if (kind === 'money' && numberPattern.test(code)) return format.money(toAmount(code), { euros: true })
      if (kind === 'rate' && decimalPattern.test(code)) return format.rate(code)
      if (kind === 'points' && decimalPattern.test(code)) return format.decimal(trimTrailingZeros(code))
      return undefined
    }
    const valueWord = (code: string, path: readonly string[]): string => {
      const figure = formatFigure(code, path)
      if (figure !== undefined) return figure
      if (datePattern.test(code)) return format.date(code)
      if (moneyPattern.test(code)) return format.money(code, { euros: true })
      return (codePattern.test(code) ? (lent(code, 'values') ?? own(code)) : code) ?? code
    }
    return {
      field: (path: readonly string[]): string => path.map(fieldWord).join(' · '),
      value: (text: string, path: readonly string[]): string => {
        const task = path.join() === 'task' && approvalTaskNames.find((one) => one === text)
        if (task) return t(`approvals:tasks.${task}`)
        const several = parseJsonList(text)
        return several
          ? several.map((one) => valueWord(String(one), path)).join(path.includes('amounts') ? ' · ' : ', ') || '–'
          : valueWord(text, path)
      },
    }
  }, [t, i18n, format])
}
