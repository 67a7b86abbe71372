import { type RawBuilder, sql } from 'kysely'
import {
  exportWithholdingCertificates,
  type printWithholdingCertificate,
  type TaxForm,
} from '#contract/accounting/taxes.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import en from '#locales/en/taxes.ts'
import es from '#locales/es/taxes.ts'
import pt from '#locales/pt/taxes.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { isOneOfSql } from '#server/core/one-of.ts'
import { naturalNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { buildTextsGetter, fillPlaceholders } from '#server/core/texts.ts'
import { matchesClientText } from '#server/domain/client-text-search.ts'
import { getClientLanguage } from '#server/domain/document-language.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import type { PdfPart } from '#server/reports/pdf/make-pdf.ts'
import { type PdfContent, sendPdf } from '#server/reports/send-pdf.ts'
import { sendPdfArchive } from '#server/reports/send-pdf-archive.ts'
import { getValueFormatter } from '#server/reports/value-formatter.ts'
import {
  findTaxFormSql,
  inYearCondition,
  isWithheldFromSql,
  parseTaxYear,
  queryWithholdingParts,
  taxSumColumns,
} from './tax.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

/** What one account gave a client in a year, on one form; every value as it comes from the database. */
const certificateColumns = [
  ...(['clientId', 'clientName', 'clientCvl', 'identityNumber', 'idioma'] as const),
  ...(['form', 'accountNumber', 'rate', 'gross', 'base', 'withheld'] as const),
] as const
type CertificateHolder = Pick<CertificateLine, 'clientName' | 'clientCvl' | 'identityNumber' | 'idioma'>
type CertificateLine = Record<
  Exclude<(typeof certificateColumns)[number], 'identityNumber' | 'rate' | 'form'>,
  string
> & {
  identityNumber: string | null
  rate: string | null
  form: TaxForm
}

const clientNameSql = sql<string>`${naturalNameSql('client')}`.as('clientName')

/** The lines of a year, those of a client together. */
const queryCertificateLines = async (
  ctx: Pick<Ctx, 'db' | 'prefix' | 'person' | 'scopes'>,
  year: number,
  which: { clientId?: string; search?: string | undefined; form?: readonly TaxForm[] | undefined },
) => {
  const kind: RawBuilder<TaxForm> = await findTaxFormSql(ctx)
  const { clientId, search, form } = which
  return queryWithholdingParts(ctx.db)
    .innerJoin('clientSearch as s', 's.clientId', 'client.id')
    .where(inYearCondition('w.booked_on', year))
    .$if(clientId !== undefined, (rows) => rows.where(isWithheldFromSql(sql`${clientId}::bigint`)))
    .$if(Boolean(search), (rows) => rows.where(matchesClientText(ctx, search!)))
    .$if(form !== undefined, (rows) => rows.where(isOneOfSql(kind, form!)))
    .groupBy(['client.id', 'account.id', sql`${kind}`])
    .select([
      sql<string>`client.id::text`.as('clientId'),
      clientNameSql,
      'client.cvl as clientCvl',
      'client.identityNumber',
      'client.idioma',
      kind.as('form'),
      'account.number as accountNumber',
      sql<string | null>`case when min(w.rate) = max(w.rate) then min(w.rate)::text end`.as('rate'),
      ...taxSumColumns,
    ])
    .orderBy('client.id')
    .orderBy(sql`${kind}`)
    .orderBy('account.id')
}

/** A client's year as paper: its sums are those of their tax summary. */
const buildCertificate = (
  { prefix, businessDate: on }: Pick<Ctx, 'prefix' | 'businessDate'>,
  { firm, year }: { firm: string | undefined; year: number },
  holder: CertificateHolder,
  lines: readonly CertificateLine[],
): PdfContent => {
  const idioma = getClientLanguage(holder.idioma, prefix)
  const t = getTexts(idioma)
  const { money, rate } = getValueFormatter(idioma, tenantFacts[prefix].timeZone)
  const sum = (key: 'gross' | 'base' | 'withheld'): string =>
    money(centsToAmount(lines.reduce((cents, line) => cents + toCents(line[key]), 0n)))
  const end = true as const
  const byAccount: PdfPart[] = [
    { heading: t.paper.accounts },
    {
      table: {
        columns: [
          { label: t.fields.form },
          { label: t.fields.account },
          { label: t.fields.gross, end },
          { label: t.fields.base, end },
          { label: t.fields.rate, end },
          { label: t.fields.withheld, end },
        ],
        rows: lines.map((line) => [
          t.forms[line.form],
          line.accountNumber,
          money(line.gross),
          money(line.base),
          line.rate === null ? t.several : rate(line.rate),
          money(line.withheld),
        ]),
        foot: ['', t.paper.total, sum('gross'), sum('base'), '', sum('withheld')],
      },
    },
  ]
  return {
    title: fillPlaceholders(t.paper.title, { year: String(year) }),
    subtitle: [holder.clientName, holder.clientCvl, holder.identityNumber].filter(Boolean).join(' · '),
    parts: [
      {
        figures: [
          [t.fields.gross, sum('gross')],
          [t.fields.base, sum('base')],
          [t.fields.withheld, sum('withheld')],
        ],
      },
      ...(lines.length > 0 ? byAccount : [{ text: t.one.empty }]),
      { text: t.paper.note },
    ],
    idioma,
    firm,
    on,
  }
}

/** One client's year, for whoever sees the client; 404 for everybody else. */
export const printTaxCertificate = async (
  ctx: Ctx,
  { params: { clientId }, query }: ParsedRequest<typeof printWithholdingCertificate>,
  raw: HttpContext,
): Promise<ResponseBody<typeof printWithholdingCertificate>> => {
  const year = parseTaxYear(ctx, query.year)
  const holder = await selectVisibleClients(ctx)
    .where('c.clientId', '=', clientId)
    .innerJoin('client', 'client.id', 'c.clientId')
    .select([clientNameSql, 'client.cvl as clientCvl', 'client.identityNumber', 'client.idioma'])
    .executeTakeFirst()
  if (!holder) throw buildRefusal('notFound')
  const lines = await (await queryCertificateLines(ctx, year, { clientId })).execute()
  const firm = (await findFirmAccount(ctx.db))?.name
  const audited = { action: 'certificate.printed', entity: 'client', entityId: clientId, after: { year } }
  return sendPdf(ctx, raw, buildCertificate(ctx, { firm, year }, holder, lines), audited)
}

/** Rows as they come, put together client by client. */
async function* groupLinesByClient(batches: AsyncIterable<unknown[][]>): AsyncGenerator<CertificateLine[]> {
  let lines: CertificateLine[] = []
  for await (const rows of batches)
    for (const row of rows) {
      const line = Object.fromEntries(certificateColumns.map((key, at) => [key, row[at]])) as CertificateLine
      if (lines[0] && lines[0].clientId !== line.clientId) {
        yield lines
        lines = []
      }
      lines.push(line)
    }
  if (lines.length > 0) yield lines
}

/** The certificates of all clients that the list shows, in one file; made as they are sent. */
export const exportTaxCertificates = (
  ctx: Ctx,
  { query }: ParsedRequest<typeof exportWithholdingCertificates>,
  raw: HttpContext,
): Promise<ResponseBody<typeof exportWithholdingCertificates>> => {
  const year = parseTaxYear(ctx, query.year)
  const { search, form } = query
  return sendPdfArchive(exportWithholdingCertificates, ctx, raw, async (snapshot) => {
    const frozen = { ...ctx, db: snapshot.db }
    const lines = await queryCertificateLines(frozen, year, { search, form })
    const { total } = await snapshot.db
      .selectFrom(lines.clearOrderBy().as('l'))
      .select(sql<number>`count(distinct l.client_id)::int`.as('total'))
      .executeTakeFirstOrThrow()
    const firm = (await findFirmAccount(snapshot.db))?.name
    async function* buildDocuments() {
      for await (const one of groupLinesByClient(snapshot.batches(lines.compile(), certificateColumns)))
        yield { name: `${one[0]!.clientCvl}-${year}`, pdfContent: buildCertificate(ctx, { firm, year }, one[0]!, one) }
    }
    const title = fillPlaceholders(getTexts(ctx.person.idioma).paper.title, { year: String(year) })
    const after = { year, filters: Object.keys(query), documents: total }
    return {
      title,
      total,
      documents: buildDocuments(),
      audited: { action: 'certificates.exported', entity: 'ledger', after },
    }
  })
}
