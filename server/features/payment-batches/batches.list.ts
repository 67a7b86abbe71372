import type { Idioma } from '#contract/core/values.ts'
import * as contract from '#contract/payment-batches.ts'
import en from '#locales/en/payment-batches.ts'
import enPayments from '#locales/en/payments.ts'
import es from '#locales/es/payment-batches.ts'
import esPayments from '#locales/es/payments.ts'
import mx from '#locales/mx/payment-batches.ts'
import mxPayments from '#locales/mx/payments.ts'
import pt from '#locales/pt/payment-batches.ts'
import ptPayments from '#locales/pt/payments.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { addOtherHolderFlag, isForeignBankHolder } from '#server/domain/bank-holder-match.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import {
  batchOrderSorts,
  batchSorts,
  countBatches,
  countBatchOrders,
  selectBatches,
  selectBatchesForFile,
  selectBatchOrders,
  selectBatchOrdersForFile,
} from './batch.queries.ts'
import {
  countWaitingOrders,
  selectWaitingOrders,
  selectWaitingOrdersForFile,
  waitingOrderSorts,
} from './waiting-orders.ts'

const getBatchTexts = buildTextsGetter({ es, en, pt, mx })
const getPaymentTexts = buildTextsGetter({ es: esPayments, en: enPayments, pt: ptPayments, mx: mxPayments })
const getTexts = (idioma: Idioma) => ({ ...getBatchTexts(idioma), payments: getPaymentTexts(idioma) })

/** Whether money goes to somebody else's bank account is worked out of whose it is. */
const otherHolder = {
  of: {
    keys: ['names', 'bankHolder'],
    value: (names: unknown, holder: unknown) =>
      isForeignBankHolder(names as string[], holder as string | null) ? 'yes' : null,
  },
  word: (_: string, t: ReturnType<typeof getTexts>) => t.payments.otherHolder,
}

export const batchRoutes = [
  ...buildListRoutes(contract.listBatches, {
    select: selectBatches,
    selectForFile: selectBatchesForFile,
    count: countBatches,
    sortColumns: batchSorts,
    key: 'b.id',
    file: {
      texts: getTexts,
      title: (t) => t.title,
      audited: { action: 'paymentBatches.exported', entity: 'paymentBatch' },
    },
  }),
  ...buildListRoutes(contract.listWaitingOrders, {
    select: selectWaitingOrders,
    selectForFile: selectWaitingOrdersForFile,
    count: countWaitingOrders,
    sortColumns: waitingOrderSorts,
    key: 'o.id',
    toRow: addOtherHolderFlag,
    file: {
      texts: getTexts,
      title: (t) => t.waiting.title,
      columns: { otherHolder },
      audited: { action: 'payments.exported', entity: 'payment' },
    },
  }),
  ...buildListRoutes(contract.listBatchOrders, {
    select: selectBatchOrders,
    selectForFile: selectBatchOrdersForFile,
    count: countBatchOrders,
    sortColumns: batchOrderSorts,
    key: 'o.id',
    toRow: addOtherHolderFlag,
    file: {
      texts: getTexts,
      title: (t) => t.orders.title,
      columns: { otherHolder },
      audited: { action: 'paymentBatch.exported', entity: 'paymentBatch', entityId: ({ params }) => params.batchId },
    },
  }),
]
