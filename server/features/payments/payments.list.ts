import { listPayments, type PaymentRow } from '#contract/payments.ts'
import en from '#locales/en/payments.ts'
import es from '#locales/es/payments.ts'
import mx from '#locales/mx/payments.ts'
import pt from '#locales/pt/payments.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildCodeTextGetter } from '#server/reports/code-text.ts'
import type { ExportColumn } from '#server/reports/export-list.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countPayments, paymentSorts, selectPayments, selectPaymentsForFile } from './payment.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt, mx })
type Texts = ReturnType<typeof getTexts>

const paymentColumns: Partial<Record<keyof PaymentRow & string, ExportColumn<Texts>>> = {
  requestedAt: { heading: (t) => t.fields.requestedAt, kind: 'moment' },
  state: { heading: (t) => t.fields.state, kind: 'text', width: 16, word: buildCodeTextGetter((t) => t.states) },
  kind: { heading: (t) => t.fields.kind, kind: 'text', width: 16, word: buildCodeTextGetter((t) => t.kinds) },
  clientName: { heading: (t) => t.fields.client, kind: 'text', width: 36 },
  clientCvl: { heading: (t) => t.fields.cvl, kind: 'text', width: 14 },
  accountNumber: { heading: (t) => t.fields.account, kind: 'text', width: 20 },
  amount: { heading: (t) => t.fields.amount, kind: 'money' },
  penalty: { heading: (t) => t.fields.penalty, kind: 'money' },
  requesterName: { heading: (t) => t.fields.requester, kind: 'text', width: 30 },
}

export const paymentRoutes = buildListRoutes(listPayments, {
  select: selectPayments,
  selectForFile: selectPaymentsForFile,
  count: countPayments,
  sortColumns: paymentSorts,
  key: 'o.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    columns: paymentColumns,
    audited: { action: 'payments.exported', entity: 'payment' },
  },
})
