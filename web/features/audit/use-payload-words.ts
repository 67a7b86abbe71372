import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { taskNames } from '#contract/approvals.ts'
import type texts from '#locales/es/event.ts'
import { useFormat } from '#web/core/format.ts'

type Payload = keyof typeof texts.payload

/** Where a code of before and after may have its word besides the audit's own, the first that has it. */
const places = [
  'shell:roles',
  'access:modules',
  'access:actions',
  'access:scopes',
  'approvals:states',
  'handovers:states',
  'staff:fields',
  'staff:positions',
  'staff:relations',
  'clients:fields',
] as const

const isCode = /^[A-Za-z]\w{1,40}$/
const isMoney = /^-?\d{1,16}\.\d{2}$/
const isDate = /^\d{4}-\d\d-\d\d$/

const listOf = (text: string): unknown[] | null => {
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
export const usePayloadWords = () => {
  const { t, i18n } = useTranslation(['event', 'shell', 'access', 'approvals', 'handovers', 'staff', 'clients'])
  const format = useFormat()
  return useMemo(() => {
    const word = (code: string): string => {
      const task = taskNames.find((one) => one === code)
      if (task) return t(`approvals:tasks.${task}`)
      if (isDate.test(code)) return format.date(code)
      if (isMoney.test(code)) return format.money(code, { euros: true })
      if (!isCode.test(code)) return code
      if (i18n.exists(`event:payload.${code}`)) return t(`event:payload.${code as Payload}`)
      const place = places.find((one) => i18n.exists(`${one}.${code}`))
      return place ? t(`${place}.${code}` as 'access:scopes.own') : code
    }
    return {
      field: (path: string): string => path.split('.').map(word).join(' · '),
      value: (text: string): string => {
        const several = listOf(text)
        return several ? several.map((one) => word(String(one))).join(', ') || '–' : word(text)
      },
    }
  }, [t, i18n, format])
}
