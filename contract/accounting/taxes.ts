import { z } from 'zod'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { defineList } from '#contract/core/list.ts'
import { BusinessDate, Country, Cvl, Id, Money, OneOrMore, Rate } from '#contract/core/values.ts'
import { withholdingBases } from '#contract/withholding.ts'

/**
 * The returns that a firm fills in with what it has withheld. Spain: 123 and 193, or 126 and 196 of a bank; 216 and 296 for holders who live abroad; 128 and
 * 188 for insurance. Portugal: Modelo 39, and 30 for holders who live abroad. Mexico: the constancia that each holder gets.
 */
export const taxForms = ['es193', 'es196', 'es296', 'es188', 'pt39', 'pt30', 'mx'] as const
export type TaxForm = (typeof taxForms)[number]

export const TaxYear = z.string().regex(/^(19|2\d)\d{2}$/)

const withholdingFigures = {
  /** Interest and bonus before withholding: the holder's part by their share. */
  gross: Money,
  /** Of that, what a rate was applied to; nothing where the tax is on the capital, or the holder is exempt. */
  base: Money,
  withheld: Money,
}

export const TaxSummaryRow = z.object({
  /** Of client and form together. */
  id: z.string(),
  clientId: Id,
  clientName: z.string(),
  clientCvl: Cvl,
  identityNumber: z.string().nullable(),
  /** Where they lived when they were paid. */
  country: Country,
  form: z.enum(taxForms),
  payments: z.number().int(),
  ...withholdingFigures,
  /** Per cent; null where there were several in the year. */
  rate: Rate.nullable(),
})
export type TaxSummaryRow = z.infer<typeof TaxSummaryRow>

export const listTaxSummaries = defineList({
  path: '/accounting/withholding',
  summary:
    'What was withheld in a year, by client and tax form: figures to fill in the returns with, not the official files',
  module: 'bt_Contabilidad',
  row: TaxSummaryRow,
  texts: 'taxes',
  columns: {
    form: { words: 'forms', width: 22 },
    clientName: { label: 'fields.client', width: 36 },
    clientCvl: { label: 'fields.cvl', width: 14 },
    identityNumber: { label: 'fields.identity', width: 20 },
    country: { width: 10 },
    payments: { kind: 'integer' },
    gross: { kind: 'money' },
    base: { kind: 'money' },
    rate: { kind: 'rate', width: 12 },
    withheld: { kind: 'money' },
  },
  filters: {
    /** Name, identity, phone, e-mail or CVL of the client. */
    search: z.string().trim().max(80).optional(),
    /** This one unless named. */
    year: TaxYear.optional(),
    form: OneOrMore(z.enum(taxForms)).optional(),
  },
  sortable: ['clientName', 'gross', 'withheld'],
  totals: z.object(withholdingFigures),
})

const viewAccess = { module: 'bt_Contabilidad', action: 'view' } as const

export const getWithholdingReconciliation = defineEndpoint({
  method: 'GET',
  path: '/accounting/withholding-check',
  summary:
    'What was withheld in a year by the ledger’s tax account, beside the sum of the holders’ parts, and where they differ',
  ...viewAccess,
  query: z.object({ year: TaxYear.optional() }),
  output: z.object({
    year: z.number().int(),
    /** With something withheld or paid, the newest first. */
    years: z.array(z.number().int()),
    ledger: Money,
    summary: Money,
    difference: Money,
    /** What was owed to the authority when the year began, what was adjusted and paid by hand in it, and what is owed at its end, or today. */
    account: z.object({ opening: Money, adjusted: Money, paid: Money, closing: Money }),
    /** Journals whose parts don't make what they withheld; the first of them. */
    journals: z.number().int(),
    rows: z.array(
      z.object({
        id: Id,
        bookingDate: BusinessDate,
        accountNumber: z.string().nullable(),
        ledger: Money,
        summary: Money,
        difference: Money,
      }),
    ),
  }),
})

export const getTaxSummary = defineEndpoint({
  method: 'GET',
  path: '/accounting/withholding/:clientId',
  summary: 'What was withheld from a client in a year, payment by payment',
  ...viewAccess,
  params: z.object({ clientId: Id }),
  query: z.object({ year: TaxYear.optional() }),
  output: z.object({
    clientId: Id,
    clientName: z.string(),
    clientCvl: Cvl,
    identityNumber: z.string().nullable(),
    year: z.number().int(),
    years: z.array(z.number().int()),
    sums: z.object(withholdingFigures),
    /** The newest 500. */
    payments: z.array(
      z.object({
        id: Id,
        bookedOn: BusinessDate,
        form: z.enum(taxForms),
        accountId: Id,
        accountNumber: z.string(),
        /** The journal of the withholding; null where every holder was exempt. */
        journalId: Id.nullable(),
        ...withholdingFigures,
        rate: Rate,
        basis: z.enum(withholdingBases),
        /** Law and article. */
        source: z.string(),
      }),
    ),
  }),
})

export const getClientWithholding = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/withholding',
  summary: 'What was paid to a client and withheld, year by year',
  module: 'bt_Clientes',
  action: 'view',
  combinable: true,
  params: z.object({ clientId: Id }),
  output: z.object({
    years: z.array(z.object({ year: z.number().int(), form: z.enum(taxForms), ...withholdingFigures })),
  }),
})

/** For the client, in their language: what they were paid and what was withheld. Not the official form. */
export const printWithholdingCertificate = defineEndpoint({
  method: 'GET',
  path: '/clients/:clientId/withholding/pdf',
  summary: 'What was paid to a client and withheld in a year, as PDF',
  module: 'bt_Clientes',
  action: 'export',
  params: z.object({ clientId: Id }),
  query: z.object({ year: TaxYear.optional() }),
  output: z.unknown(),
})

export const exportWithholdingCertificates = defineEndpoint({
  method: 'GET',
  path: '/accounting/withholding/certificates',
  summary: 'What was paid and withheld in a year, a PDF for each client, in one zip',
  module: 'bt_Contabilidad',
  action: 'export',
  query: z.object({
    search: z.string().trim().max(80).optional(),
    year: TaxYear.optional(),
    form: OneOrMore(z.enum(taxForms)).optional(),
  }),
  output: z.unknown(),
})
