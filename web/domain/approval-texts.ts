import { useMemo } from 'react'
import { approvalTasks } from '#contract/all-tasks.ts'
import { type ApprovalCheckName, approvalCheckNames } from '#contract/approvals/checks.ts'
import type { ApprovalRow } from '#contract/approvals.ts'
import type { ApprovalTaskEntry, TaskParameter, TaskParameterFormat } from '#contract/core/approval-tasks.ts'
import { moduleKeys, permissionActions, roles } from '#contract/permissions.ts'
import { useCountryName } from '#web/core/country-name.ts'
import { type Formatters, useFormatters } from '#web/core/format.ts'
import type { Translate } from '#web/core/use-translation.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { taskSentence } from './task-sentence.ts'

type NamedChange = Pick<ApprovalRow, 'task' | 'params'> & Partial<Pick<ApprovalRow, 'aboutName' | 'clientCvl'>>
type ApprovalParams = ApprovalRow['params']
type ApprovalTranslate = Translate<['approvals', 'access', 'shell']>

const buildParameterFormatters = (
  t: ApprovalTranslate,
  format: Formatters,
): Record<TaskParameterFormat, (value: string) => string> => ({
  text: (value) => value || '–',
  subject: (value) => value || '–',
  count: (value) => value || '0',
  euros: (value) => format.money(value || null, { euros: true }),
  decimal: (value) => format.decimal(value || '0'),
  points: (value) => t('what.points', { points: format.decimal(value || '0') }),
  date: (value) => format.date(value || null),
  month: (value) => format.month(value || null),
  role: (value) => {
    const role = roles.find((one) => one === value)
    return role ? t(`shell:roles.${role}`) : value || '–'
  },
  action: (value) => {
    const action = permissionActions.find((one) => one === value)
    return action ? t(`access:actions.${action}`) : value || '–'
  },
  module: (value) => {
    const module = moduleKeys.find((one) => one === value)
    return module ? t(`access:modules.${module}`) : value || '–'
  },
  check: (value) => formatCheckName(t, approvalCheckNames.find((one) => one === value) ?? 'check.off'),
  sentence: () => '',
  hidden: () => '',
})

const formatCheckName = (t: ApprovalTranslate, check: ApprovalCheckName): string =>
  check === 'secondFactor' ? t('secondFactorCheck') : t(`tasks.${check}`)

/** What a change that waits for a second person is called, and what it would do. Needs the texts of approvals and access. */
export const useApprovalTexts = () => {
  const { t, i18n } = useTranslation(['approvals', 'access', 'shell'])
  const format = useFormatters()
  const countryName = useCountryName()
  return useMemo(() => {
    const formatters = buildParameterFormatters(t, format)
    // Of texts that are chosen by data the compiler can't know that they are there; a test holds them against the entries.
    const translate = t as (key: string, values?: Record<string, string | number>) => string
    const show = (shown: TaskParameter, value: string, params: ApprovalParams): string => {
      if (typeof shown === 'string') return formatters[shown](value)
      if ('format' in shown) return value ? formatters[shown.format](value) : translate(`what.${shown.empty}`)
      if ('monthsUntil' in shown) {
        const until = params[shown.monthsUntil] ?? value
        const from = formatters.month(value)
        const to = formatters.month(until)
        return value === until ? from : t('what.months', { from, to })
      }
      const key = `what.${shown.textsKey}.${value}`
      if (value && i18n.exists(key, { ns: 'approvals' })) return translate(key)
      return shown.fallback === 'country' && value ? countryName(value) : '–'
    }
    const what = ({ task, params, aboutName, clientCvl }: NamedChange): string => {
      // A client's name stands with its CVL: two of them may have one name.
      const subject = [aboutName, clientCvl].filter(Boolean).join(' · ') || (params.who ?? params.cvl ?? '–')
      const entry: ApprovalTaskEntry = approvalTasks[task]
      const { sentence, formats } = taskSentence(task, entry, params)
      if (sentence === null) return t('what.other', { task: t(`tasks.${task}`), who: subject })
      const values = Object.entries(formats).map(([name, shown]) => [
        name,
        shown === 'subject'
          ? subject
          : shown === 'count'
            ? Number(params[name] ?? 0)
            : show(shown, params[name] ?? '', params),
      ])
      return translate(`what.${sentence}`, { who: subject, ...Object.fromEntries(values) })
    }
    return {
      task: (task: ApprovalRow['task']): string => t(`tasks.${task}`),
      check: (check: ApprovalCheckName) => formatCheckName(t, check),
      what,
    }
  }, [t, i18n, format, countryName])
}
