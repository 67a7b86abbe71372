import * as contract from '#contract/payments.ts'
import en from '#locales/en/payments.ts'
import es from '#locales/es/payments.ts'
import mx from '#locales/mx/payments.ts'
import pt from '#locales/pt/payments.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countPayments, paymentSorts, selectPayments, selectPaymentsForFile } from './payment.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt, mx })

export const paymentRoutes = buildListRoutes(contract.listPayments, {
  select: selectPayments,
  selectForFile: selectPaymentsForFile,
  count: countPayments,
  sortColumns: paymentSorts,
  key: 'o.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    audited: { action: 'payments.exported', entity: 'payment' },
  },
})
