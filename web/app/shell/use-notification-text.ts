import { notificationEntries } from '#contract/all-messages.ts'
import { approvalCheckNames } from '#contract/approvals/checks.ts'
import { approvalTaskNames } from '#contract/approvals.ts'
import type { NotificationEntry, ParameterFormat } from '#contract/core/messages.ts'
import type { Notification } from '#contract/notifications.ts'
import { roles } from '#contract/permissions.ts'
import { recordEntities } from '#contract/records.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useApprovalTexts } from '#web/domain/approval-texts.ts'
import { useUserAgentText } from '#web/domain/user-agent-text.ts'

const approvalOutcomes = ['approved', 'rejected', 'expired', 'restored'] as const

/** Whom a change is about, where the server has named them. */
const pickSubjectNames = ({ aboutName, clientCvl }: Notification['params']) => ({
  aboutName: aboutName ?? null,
  clientCvl: clientCvl ?? null,
})

type ParameterFormatter = (value: string, params: Notification['params']) => string

/** How each kind of parameter is shown. */
const useParameterFormatters = (): Record<ParameterFormat, ParameterFormatter> => {
  const { t } = useTranslation(['notifications', 'shell'])
  const format = useFormatters()
  const agentText = useUserAgentText()
  const words = useApprovalTexts()
  return {
    text: (value) => value || '–',
    number: (value) => format.number(Number(value || 0)),
    date: (value) => format.date(value || null),
    dateTime: (value) => format.dateTime(value || null),
    role: (value) => {
      const role = roles.find((one) => one === value)
      return role ? t(`shell:roles.${role}`) : '–'
    },
    browser: (value) => agentText(value || null),
    factor: (way, { name }) => (way === 'passkey' ? t('ways.passkey', { name }) : t('ways.app')),
    check: (value) => {
      const check = approvalCheckNames.find((one) => one === value)
      return check ? words.check(check) : '–'
    },
    outcome: (value) => {
      const outcome = approvalOutcomes.find((one) => one === value)
      return outcome ? t(`outcomes.${outcome}`) : '–'
    },
    record: (value, { name }) => {
      const entity = recordEntities.find((one) => one === value)
      return entity ? t(`records.${entity}`, { name }) : '–'
    },
    change: (_, params) => {
      const task = approvalTaskNames.find((name) => name === params.task)
      return task ? words.what({ task, params, ...pickSubjectNames(params) }) : '–'
    },
  }
}

/** Title and text of a notification in the person's language. */
export const useNotificationText = () => {
  const { t } = useTranslation('notifications')
  const formatters = useParameterFormatters()
  return ({ kind, params }: Notification): { title: string; text: string } => {
    const entry: NotificationEntry = notificationEntries[kind]
    const words = Object.fromEntries(
      Object.entries(entry.params).map(([name, shown]) => [name, formatters[shown](params[name] ?? '', params)]),
    )
    const isVariant =
      entry.variant && Object.entries(entry.variant.where).every(([name, value]) => (params[name] ?? '') === value)
    // Of texts that are chosen by data the compiler can't know that they are there; a test holds them against the entries.
    const translate = t as (key: string, values: Record<string, string>) => string
    const text = translate(`kinds.${kind}.${isVariant ? entry.variant!.text : 'text'}`, words)
    const title = translate(`kinds.${kind}.title`, words)
    return { title, text: params.message ? `${params.message} ${text}` : text }
  }
}
