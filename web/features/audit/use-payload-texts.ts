import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { approvalTaskNames } from '#contract/approvals.ts'
import type texts from '#locales/es/event.ts'
import { useFormatters } from '#web/core/format.ts'
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
    'changes:',
  ],
} as const

const codePattern = /^[A-Za-z]\w{1,40}$/
const moneyPattern = /^-?\d{1,16}\.\d{2}$/
const datePattern = /^\d{4}-\d\d-\d\d$/

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
    const valueWord = (code: string): string => {
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
        return several ? several.map((one) => valueWord(String(one))).join(', ') || '–' : valueWord(text)
      },
    }
  }, [t, i18n, format])
}
