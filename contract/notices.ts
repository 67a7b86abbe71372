import { z } from 'zod'
import { PendingSettingChange } from './approvals/pending-setting-change.ts'
import { Reason } from './approvals.ts'
import { defineEndpoint } from './core/endpoint.ts'
import { defineList } from './core/list.ts'
import { BusinessDate, Cvl, FilterDay, Id, Instant, Money, OneOrMore } from './core/values.ts'

/** Topics of e-mails to clients; a firm enables each. */
export const noticeTopics = ['contribution', 'maturity', 'payment'] as const
export type NoticeTopic = (typeof noticeTopics)[number]

/** A maturity is announced twice: 30 and 7 days ahead. */
export const noticeKinds = ['contribution', 'maturity_30', 'maturity_7', 'payment'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const noticeStates = ['queued', 'sent', 'failed', 'skipped'] as const
export type NoticeState = (typeof noticeStates)[number]

/**
 * Why one isn't sent: no address or none that is one, a blocked client, somebody who has withdrawn their consent, a kind that was switched
 * off meanwhile, or what it tells of is no longer so.
 */
export const noticeSkipReasons = ['noEmail', 'badEmail', 'blocked', 'withdrawn', 'off', 'over'] as const
export type NoticeSkipReason = (typeof noticeSkipReasons)[number]

/** Why a mail server did not take one. Its code stays in the audit. */
export const noticeFailureReasons = [
  'recipientRejected',
  'noConnection',
  'signInRejected',
  'messageRejected',
  'interrupted',
] as const

export const NoticeRow = z.object({
  id: Id,
  queuedAt: Instant,
  sentAt: Instant.nullable(),
  kind: z.enum(noticeKinds),
  state: z.enum(noticeStates),
  /** Why it was skipped, or why its last try failed. */
  reason: z.enum([...noticeSkipReasons, ...noticeFailureReasons]).nullable(),
  clientId: Id,
  /** 'Apellidos, Nombre'. */
  clientName: z.string(),
  clientCvl: Cvl,
  accountId: Id,
  accountNumber: z.string(),
  /** The day that it is about: the booking of the money, or the maturity. */
  aboutOn: BusinessDate,
  /** Null ahead of a maturity. */
  amount: Money.nullable(),
  /** Its recipient; null until it is tried. */
  recipient: z.string().nullable(),
  attempts: z.number().int(),
  /** It failed or was skipped, and can be tried again. */
  mayResend: z.boolean(),
})
export type NoticeRow = z.infer<typeof NoticeRow>

export const listNotices = defineList({
  path: '/notices',
  summary: 'E-mails to clients about their money, sent or not',
  module: 'bt_Avisos',
  row: NoticeRow,
  texts: 'notices',
  columns: {
    queuedAt: { kind: 'dateTime' },
    sentAt: { kind: 'dateTime' },
    kind: { words: 'kinds', width: 26 },
    state: { words: 'states', width: 14 },
    reason: { words: 'reasons', width: 34 },
    clientName: { label: 'fields.client', width: 36 },
    clientCvl: { label: 'fields.cvl', width: 14 },
    accountNumber: { label: 'fields.account', width: 24, neverCut: true },
    aboutOn: { kind: 'date' },
    amount: { kind: 'money' },
    recipient: { width: 34, neverCut: true },
    attempts: { kind: 'integer' },
  },
  filters: {
    /** A part of the client's name or CVL, or the account's number. */
    search: z.string().trim().max(80).optional(),
    kind: OneOrMore(z.enum(noticeKinds)).optional(),
    state: OneOrMore(z.enum(noticeStates)).optional(),
    client: Id.optional(),
    /** The first and the last day on which it was written, in the time zone of the prefix. */
    from: FilterDay.optional(),
    to: FilterDay.optional(),
  },
  sortable: ['queuedAt'],
  defaultSort: { sort: 'queuedAt', direction: 'desc' },
  totals: z.object({ failed: z.number().int(), skipped: z.number().int() }),
})

/** Throws `notice.notFailed` for what was sent, waits or is over. */
export const resendNotice = defineEndpoint({
  method: 'POST',
  path: '/notices/:noticeId/resend',
  changes: ['notices'],
  idempotent: true,
  summary: 'Try a notice again that failed or was skipped',
  module: 'bt_Avisos',
  action: 'edit',
  params: z.object({ noticeId: Id }),
  output: z.object({ queued: z.literal(true) }),
})

const NoticeSettings = z.object({
  topics: z.array(z.object({ topic: z.enum(noticeTopics), on: z.boolean() })),
  /** Notices ahead of maturities that would go today if they were switched on now. */
  coming: z.number().int(),
  /** Switched off by somebody, and waiting for direction. */
  waiting: z.array(PendingSettingChange),
})

export const getNoticeSettings = defineEndpoint({
  method: 'GET',
  path: '/settings/notices',
  about: ['accounts', 'notices', 'settings'],
  summary: 'Which notices clients get',
  module: 'bt_Ajustes',
  action: 'view',
  output: NoticeSettings,
})

/**
 * `was` is what the caller saw: `conflict.changed` where somebody else has switched it meanwhile. Switching on is done at once; switching off,
 * with its reason, waits for direction: clients would no longer hear of money that moves.
 */
export const switchNoticeTopic = defineEndpoint({
  method: 'PUT',
  path: '/settings/notices/:topic',
  changes: ['approvals', 'notices', 'settings'],
  summary: 'Switch a kind of notices on or off',
  module: 'bt_Ajustes',
  action: 'edit',
  params: z.object({ topic: z.enum(noticeTopics) }),
  body: z.object({ on: z.boolean(), was: z.boolean(), reason: Reason.optional() }),
  output: NoticeSettings,
})

/** For the named client, or the caller's client with the latest such event; nothing is sent. */
export const previewNotice = defineEndpoint({
  method: 'GET',
  path: '/notices/examples/:topic',
  about: ['clients', 'notices', 'settings'],
  summary: 'What a real client would be told',
  module: 'bt_Avisos',
  action: 'view',
  params: z.object({ topic: z.enum(noticeTopics) }),
  query: z.object({ client: Id.optional() }),
  output: z.object({
    /** Null where there is nothing yet to tell them of. */
    preview: z
      .object({
        clientName: z.string(),
        clientCvl: Cvl,
        recipient: z.string().nullable(),
        /** Why it would not be sent. */
        skipped: z.enum(noticeSkipReasons).nullable(),
        subject: z.string(),
        text: z.string(),
      })
      .nullable(),
  }),
})
