import type { DataSubject } from './data-subjects.ts'

/**
 * How a parameter of a message is shown; all are sent as strings. `text`: as it is. `number`, `date` 'YYYY-MM-DD', `dateTime` an instant.
 * `role`: a role's key. `browser`: what a browser calls itself. `factor`: a kind of second factor, with its `name` beside it. `check`: a task or a check.
 * `outcome`: what became of a change. `record`: a kind of record, with its `name` beside it. `change`: not sent itself; a sentence made of `task` and the parameters of that task.
 */
export type ParameterFormat =
  | 'text'
  | 'number'
  | 'date'
  | 'dateTime'
  | 'role'
  | 'browser'
  | 'factor'
  | 'check'
  | 'outcome'
  | 'record'
  | 'change'

/** The sign beside a notification. */
export type NotificationIcon =
  | 'assignment'
  | 'attention'
  | 'change'
  | 'device'
  | 'factor'
  | 'handover'
  | 'key'
  | 'maintenance'
  | 'mention'
  | 'rights'
  | 'rules'
  | 'substitution'

/**
 * Why nobody may do without a kind. `security`: it is about one's own access. `control`: who approves has to know of each change of a rule, and of money or
 * people that need a second look. `operation`: somebody has to mend it.
 */
export const fixedNotificationReasons = ['security', 'control', 'operation'] as const
export type FixedNotificationReason = (typeof fixedNotificationReasons)[number]

/** One kind of notification: its parameters by name; `variant` is another text of the kind, where these parameters are so. */
export type NotificationEntry = {
  icon: NotificationIcon
  /** Left out of kinds that a person may switch off. */
  fixed?: FixedNotificationReason
  params: Readonly<Record<string, ParameterFormat>>
  /** What is no longer as it was read when it arrives: the page reads it anew. */
  changes: readonly DataSubject[]
  variant?: { text: string; where: Readonly<Record<string, string>> }
}
export type NotificationEntries = Readonly<Record<string, NotificationEntry>>

type MessageParams<P> = { [K in keyof P as P[K] extends 'change' ? never : K]: string } & ('change' extends P[keyof P]
  ? { task: string; [more: string]: string }
  : unknown) &
  ('factor' extends P[keyof P] ? { name?: string } : unknown) &
  ('record' extends P[keyof P] ? { name: string } : unknown)

/** The parameters that a kind of these entries is sent with. */
export type NotificationParams<E extends NotificationEntry> = MessageParams<E['params']>
