import type { Idioma } from '#contract/core/values.ts'
import { listBatches, listBatchOrders, listWaitingOrders } from '#contract/payment-batches.ts'
import en from '#locales/en/payment-batches.ts'
import enPayments from '#locales/en/payments.ts'
import es from '#locales/es/payment-batches.ts'
import esPayments from '#locales/es/payments.ts'
import mx from '#locales/mx/payment-batches.ts'
import mxPayments from '#locales/mx/payments.ts'
import pt from '#locales/pt/payment-batches.ts'
import ptPayments from '#locales/pt/payments.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { isForeignBankHolder } from '#server/domain/bank-holder-match.ts'
import { buildCodeTextGetter } from '#server/reports/code-text.ts'
import { buildListExportRoute, type ExportColumn } from '#server/reports/export-list.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import {
  assertBatchExists,
  batchSorts,
  countBatches,
  countBatchOrders,
  selectBatches,
  selectBatchesForFile,
  selectBatchOrdersForFile,
} from './batch.queries.ts'
import { countWaitingOrders, selectWaitingOrdersForFile } from './waiting-orders.ts'

const getBatchTexts = buildTextsGetter({ es, en, pt, mx })
const getPaymentTexts = buildTextsGetter({ es: esPayments, en: enPayments, pt: ptPayments, mx: mxPayments })
const getTexts = (idioma: Idioma) => ({ ...getBatchTexts(idioma), payments: getPaymentTexts(idioma) })
type Texts = ReturnType<typeof getTexts>

/** Where a payment goes, and whether that is somebody else's bank account. */
const bankAccountColumns = {
  bankAccount: { heading: (t) => t.payments.fields.bankAccount, kind: 'text', width: 30 },
  bankHolder: { heading: (t) => t.fields.bankHolder, kind: 'text', width: 36 },
  otherHolder: {
    heading: (t) => t.fields.otherHolder,
    kind: 'text',
    width: 26,
    of: {
      keys: ['names', 'bankHolder'],
      value: (names, holder) => (isForeignBankHolder(names as string[], holder as string | null) ? 'yes' : null),
    },
    word: (_, t) => t.payments.otherHolder,
  },
} satisfies Record<string, ExportColumn<Texts>>

const orderColumns = {
  kind: {
    heading: (t) => t.payments.fields.kind,
    kind: 'text',
    width: 16,
    word: buildCodeTextGetter((t: Texts) => t.payments.kinds),
  },
  clientName: { heading: (t) => t.payments.fields.client, kind: 'text', width: 36 },
  clientCvl: { heading: (t) => t.payments.fields.cvl, kind: 'text', width: 14 },
  accountNumber: { heading: (t) => t.payments.fields.account, kind: 'text', width: 20 },
  ...bankAccountColumns,
  amount: { heading: (t) => t.payments.fields.amount, kind: 'money' },
} satisfies Record<string, ExportColumn<Texts>>

export const batchRoutes = [
  ...buildListRoutes(listBatches, {
    select: selectBatches,
    selectForFile: selectBatchesForFile,
    count: countBatches,
    sortColumns: batchSorts,
    key: 'b.id',
    file: {
      texts: getTexts,
      title: (t) => t.title,
      columns: {
        reference: { heading: (t) => t.fields.reference, kind: 'text', width: 16 },
        state: {
          heading: (t) => t.fields.state,
          kind: 'text',
          width: 20,
          word: buildCodeTextGetter((t: Texts) => t.states),
        },
        payOn: { heading: (t) => t.fields.payOn, kind: 'date' },
        orders: { heading: (t) => t.fields.orders, kind: 'integer' },
        amount: orderColumns.amount,
        payAmount: { heading: (t) => t.fields.payAmount, kind: 'money', width: 18 },
        payCurrency: { heading: (t) => t.fields.payCurrency, kind: 'text', width: 10 },
        madeAt: { heading: (t) => t.fields.madeAt, kind: 'moment' },
        makerName: { heading: (t) => t.fields.maker, kind: 'text', width: 30 },
      },
      audited: { action: 'paymentBatches.exported', entity: 'paymentBatch' },
    },
  }),
  buildListExportRoute(listWaitingOrders.exportRows, {
    texts: getTexts,
    title: (t) => t.waiting.title,
    columns: {
      requestedAt: { heading: (t) => t.payments.fields.requestedAt, kind: 'moment' },
      ...orderColumns,
      waits: {
        heading: (t) => t.fields.waits,
        kind: 'text',
        width: 44,
        word: buildCodeTextGetter((t: Texts) => t.waits),
      },
    },
    audited: { action: 'payments.exported', entity: 'payment' },
    total: async (ctx, { query: { sort: _, direction: __, format: ___, columns: ____, ...filters } }, { serving }) =>
      (await countWaitingOrders(ctx, filters, serving.clock())).total,
    rows: async (ctx, { query: { format: _, columns: __, ...query } }, { serving }) =>
      selectWaitingOrdersForFile(ctx, query, serving.clock()),
  }),
  buildListExportRoute(listBatchOrders.exportRows, {
    texts: getTexts,
    title: (t) => t.orders.title,
    columns: {
      reference: { heading: (t) => t.fields.reference, kind: 'text', width: 16 },
      state: {
        heading: (t) => t.fields.state,
        kind: 'text',
        width: 16,
        word: buildCodeTextGetter((t: Texts) => t.payments.states),
      },
      ...orderColumns,
      payAmount: { heading: (t) => t.fields.payAmount, kind: 'money', width: 18 },
    },
    audited: { action: 'paymentBatch.exported', entity: 'paymentBatch', entityId: ({ params }) => params.batchId },
    total: async (ctx, { params, query: { sort: _, direction: __, format: ___, columns: ____, ...filters } }) =>
      (await countBatchOrders(ctx, params.batchId, filters)).total,
    rows: async (ctx, { params: { batchId }, query: { format: _, columns: __, ...query } }) => {
      await assertBatchExists(ctx, batchId)
      return selectBatchOrdersForFile(ctx, batchId, query)
    },
  }),
]
