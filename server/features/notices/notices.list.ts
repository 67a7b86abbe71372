import { listNotices } from '#contract/notices.ts'
import en from '#locales/en/notices.ts'
import es from '#locales/es/notices.ts'
import pt from '#locales/pt/notices.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildCodeTextGetter } from '#server/reports/code-text.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countNotices, noticeSorts, selectNotices, selectNoticesForFile } from './notices.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const noticeRoutes = buildListRoutes(listNotices, {
  select: selectNotices,
  selectForFile: selectNoticesForFile,
  count: countNotices,
  sortColumns: noticeSorts,
  key: 'n.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    columns: {
      queuedAt: { heading: (t) => t.fields.queuedAt, kind: 'moment' },
      sentAt: { heading: (t) => t.fields.sentAt, kind: 'moment' },
      kind: { heading: (t) => t.fields.kind, kind: 'text', width: 26, word: buildCodeTextGetter((t) => t.kinds) },
      state: { heading: (t) => t.fields.state, kind: 'text', width: 14, word: buildCodeTextGetter((t) => t.states) },
      reason: { heading: (t) => t.fields.reason, kind: 'text', width: 34, word: buildCodeTextGetter((t) => t.reasons) },
      clientName: { heading: (t) => t.fields.client, kind: 'text', width: 36 },
      clientCvl: { heading: (t) => t.fields.cvl, kind: 'text', width: 14 },
      accountNumber: { heading: (t) => t.fields.account, kind: 'text', width: 24 },
      aboutOn: { heading: (t) => t.fields.aboutOn, kind: 'date' },
      amount: { heading: (t) => t.fields.amount, kind: 'money' },
      recipient: { heading: (t) => t.fields.recipient, kind: 'text', width: 34 },
      attempts: { heading: (t) => t.fields.attempts, kind: 'integer' },
    },
    audited: { action: 'notices.exported', entity: 'client' },
  },
})
