import { listAccountMovements, type MovementRow } from '#contract/clients/client.ts'
import { type ClientRow, listClients } from '#contract/clients.ts'
import en from '#locales/en/clients.ts'
import es from '#locales/es/clients.ts'
import mx from '#locales/mx/clients.ts'
import pt from '#locales/pt/clients.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildCodeTextGetter } from '#server/reports/code-text.ts'
import { buildListExportRoute, type ExportColumn } from '#server/reports/export-list.ts'
import { countClients, queryAllClients } from './clients.queries.ts'
import { findInterestByClient } from './interest.queries.ts'
import { countMovements, queryVisibleMovements } from './movements.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt, mx })
type Texts = ReturnType<typeof getTexts>
type ExportColumns<Row> = Partial<Record<keyof Row & string, ExportColumn<Texts>>>

/** The word for a code, or the code itself where the texts have none. */
const regionNamesByLocale = new Map<string, Intl.DisplayNames>()
const formatCountry = (code: string, _: Texts, locale: string): string | undefined => {
  let names = regionNamesByLocale.get(locale)
  if (!names) {
    names = new Intl.DisplayNames(locale, { type: 'region' })
    regionNamesByLocale.set(locale, names)
  }
  return names.of(code)
}

const clientColumns: ExportColumns<ClientRow> = {
  cvl: { heading: (t) => t.fields.cvl, kind: 'text', width: 14 },
  fullName: { heading: (t) => t.fields.fullName, kind: 'text', width: 36 },
  kind: { heading: (t) => t.fields.kind, kind: 'text', width: 12, word: buildCodeTextGetter((t) => t.kind) },
  identityNumber: { heading: (t) => t.fields.identityNumber, kind: 'text', width: 20 },
  email: { heading: (t) => t.fields.email, kind: 'text', width: 34 },
  phone: { heading: (t) => t.fields.phone, kind: 'text', width: 18 },
  country: { heading: (t) => t.fields.country, kind: 'text', width: 16, word: formatCountry },
  city: { heading: (t) => t.fields.city, kind: 'text' },
  zoneName: { heading: (t) => t.fields.zone, kind: 'text' },
  managerName: { heading: (t) => t.fields.manager, kind: 'text', width: 30 },
  kycStatus: {
    heading: (t) => t.fields.kyc,
    kind: 'text',
    width: 16,
    word: buildCodeTextGetter((t) => t.verification),
  },
  addressStatus: {
    heading: (t) => t.fields.addressProof,
    kind: 'text',
    width: 16,
    word: buildCodeTextGetter((t) => t.addressState),
  },
  dniStatus: { heading: (t) => t.fields.dni, kind: 'text', width: 20, word: buildCodeTextGetter((t) => t.dniState) },
  dniValidUntil: { heading: (t) => t.fields.dniValidUntil, kind: 'date' },
  registeredOn: { heading: (t) => t.fields.registeredOn, kind: 'date' },
  activeAccounts: { heading: (t) => t.fields.activeAccounts, kind: 'integer' },
  capital: { heading: (t) => t.fields.capital, kind: 'money' },
  balance: { heading: (t) => t.fields.balance, kind: 'money' },
  interestToDate: { heading: (t) => t.fields.interestToDate, kind: 'money' },
}

const movementColumns: ExportColumns<MovementRow> = {
  bookingDate: { heading: (t) => t.movements.bookingDate, kind: 'date' },
  valueDate: { heading: (t) => t.movements.valueDate, kind: 'date' },
  kind: {
    heading: (t) => t.movements.kind,
    kind: 'text',
    width: 16,
    word: buildCodeTextGetter((t) => t.movements.kinds),
  },
  description: { heading: (t) => t.movements.description, kind: 'text', width: 44 },
  amount: { heading: (t) => t.movements.amount, kind: 'money' },
  balanceAfter: { heading: (t) => t.movements.balanceAfter, kind: 'money' },
}

export const clientExports = [
  buildListExportRoute(listClients.exportRows, {
    texts: getTexts,
    title: (t) => t.title,
    columns: clientColumns,
    audited: { action: 'clients.exported', entity: 'client' },
    total: async (ctx, { query: { sort: _, direction: __, format: ___, columns: ____, ...filters } }) =>
      (await countClients(ctx, filters)).total,
    rows: async (ctx, { query: { format: _, columns: __, ...query } }) => queryAllClients(ctx, query),
    onRequest: { interestToDate: findInterestByClient },
  }),
  buildListExportRoute(listAccountMovements.exportRows, {
    texts: getTexts,
    title: (t) => t.movements.title,
    columns: movementColumns,
    audited: { action: 'movements.exported', entity: 'account', entityId: ({ params }) => params.accountId },
    total: async (ctx, { params, query: { kind, from, to } }) =>
      (await countMovements(ctx, { params, query: { kind, from, to }, body: undefined })).total,
    rows: (ctx, { params, query }) => queryVisibleMovements(ctx, params, query),
  }),
]
