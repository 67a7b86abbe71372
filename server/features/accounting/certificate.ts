import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { exportCertificates, type printCertificate as print, type TaxForm } from '#contract/accounting/taxes.ts'
import type { Answer, Parsed } from '#contract/core/endpoint.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import en from '#locales/en/taxes.ts'
import es from '#locales/es/taxes.ts'
import pt from '#locales/pt/taxes.ts'
import { centsOf, moneyOf } from '#rules/cents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { refuse } from '#server/core/errors.ts'
import type { Raw } from '#server/core/serve.ts'
import { filled, textsIn } from '#server/core/texts.ts'
import { matchesAll } from '#server/domain/client-text.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import { clientLanguage } from '#server/domain/paper.ts'
import { visibleClients } from '#server/domain/visibility.ts'
import type { Part } from '#server/reports/pdf/make-pdf.ts'
import { sendPdf, type Told } from '#server/reports/send-pdf.ts'
import { sendPdfs } from '#server/reports/send-pdfs.ts'
import { writtenIn } from '#server/reports/written.ts'
import { formOf, inYear, taxFigures, withheldParts, yearOf } from './tax.queries.ts'

const textsOf = textsIn({ es, en, pt })

/** What one account gave a client in a year, on one form; every value as it comes from the database. */
const keys = [
  ...(['clientId', 'clientName', 'clientCvl', 'identityNumber', 'idioma'] as const),
  ...(['form', 'accountNumber', 'rate', 'gross', 'base', 'withheld'] as const),
] as const
type Holder = Pick<Line, 'clientName' | 'clientCvl' | 'identityNumber' | 'idioma'>
type Line = Record<Exclude<(typeof keys)[number], 'identityNumber' | 'rate' | 'form'>, string> & {
  identityNumber: string | null
  rate: string | null
  form: TaxForm
}

const personName = sql<string>`trim(client.name || ' ' || client.surname)`.as('clientName')

/** The lines of a year, those of a client together. */
const linesOf = async (
  ctx: Pick<Ctx, 'db' | 'prefix' | 'person' | 'reaches'>,
  year: number,
  which: { clientId?: string; search?: string | undefined; form?: TaxForm | undefined },
) => {
  const kind: RawBuilder<TaxForm> = await formOf(ctx)
  const { clientId, search, form } = which
  return withheldParts(ctx.db)
    .innerJoin('clientSearch as s', 's.clientId', 'w.clientId')
    .where(inYear('w.booked_on', year))
    .$if(clientId !== undefined, (rows) => rows.where('w.clientId', '=', clientId!))
    .$if(Boolean(search), (rows) => rows.where(matchesAll(ctx, search!)))
    .$if(form !== undefined, (rows) => rows.where(sql<SqlBool>`${kind} = ${form}`))
    .groupBy(['client.id', 'account.id', sql`${kind}`])
    .select([
      sql<string>`client.id::text`.as('clientId'),
      personName,
      'client.cvl as clientCvl',
      'client.identityNumber',
      'client.idioma',
      kind.as('form'),
      'account.number as accountNumber',
      sql<string | null>`case when min(w.rate) = max(w.rate) then min(w.rate)::text end`.as('rate'),
      ...taxFigures,
    ])
    .orderBy('client.id')
    .orderBy(sql`${kind}`)
    .orderBy('account.id')
}

/** A client's year as paper: its sums are those of their tax summary. */
const certificateOf = (
  { prefix, businessDate: on }: Pick<Ctx, 'prefix' | 'businessDate'>,
  { firm, year }: { firm: string | undefined; year: number },
  holder: Holder,
  lines: readonly Line[],
): Told => {
  const idioma = clientLanguage(holder.idioma, prefix)
  const t = textsOf(idioma)
  const { money, rate } = writtenIn(idioma, tenantFacts[prefix].timeZone)
  const sum = (key: 'gross' | 'base' | 'withheld'): string =>
    money(moneyOf(lines.reduce((cents, line) => cents + centsOf(line[key]), 0n)))
  const end = true as const
  const byAccount: Part[] = [
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
          ...[t.forms[line.form], line.accountNumber, money(line.gross), money(line.base)],
          ...[line.rate === null ? t.several : rate(line.rate), money(line.withheld)],
        ]),
        foot: ['', t.paper.total, sum('gross'), sum('base'), '', sum('withheld')],
      },
    },
  ]
  return {
    title: filled(t.paper.title, { year: String(year) }),
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
    ...{ idioma, firm, on },
  }
}

/** One client's year, for whoever sees the client; 404 for everybody else. */
export const printCertificate = async (
  ctx: Ctx,
  { params: { clientId }, query }: Parsed<typeof print>,
  raw: Raw,
): Promise<Answer<typeof print>> => {
  const year = yearOf(ctx, query.year)
  const holder = await visibleClients(ctx)
    .where('c.clientId', '=', clientId)
    .innerJoin('client', 'client.id', 'c.clientId')
    .select([personName, 'client.cvl as clientCvl', 'client.identityNumber', 'client.idioma'])
    .executeTakeFirst()
  if (!holder) throw refuse('notFound')
  const lines = await (await linesOf(ctx, year, { clientId })).execute()
  const firm = (await findFirmAccount(ctx.db))?.name
  const audited = { action: 'certificate.printed', entity: 'client', entityId: clientId, after: { year } }
  return sendPdf(ctx, raw, certificateOf(ctx, { firm, year }, holder, lines), audited)
}

/** Rows as they come, put together client by client. */
async function* byClient(batches: AsyncIterable<unknown[][]>): AsyncGenerator<Line[]> {
  let lines: Line[] = []
  for await (const rows of batches)
    for (const row of rows) {
      const line = Object.fromEntries(keys.map((key, at) => [key, row[at]])) as Line
      if (lines[0] && lines[0].clientId !== line.clientId) {
        yield lines
        lines = []
      }
      lines.push(line)
    }
  if (lines.length > 0) yield lines
}

/** The certificates of all clients that the list shows, in one file; made as they are sent. */
export const sendCertificates = (
  ctx: Ctx,
  { query }: Parsed<typeof exportCertificates>,
  raw: Raw,
): Promise<Answer<typeof exportCertificates>> => {
  const year = yearOf(ctx, query.year)
  const { search, form } = query
  return sendPdfs(exportCertificates, ctx, raw, async (snapshot) => {
    const frozen = { ...ctx, db: snapshot.db }
    const lines = await linesOf(frozen, year, { search, form })
    const { total } = await snapshot.db
      .selectFrom(lines.clearOrderBy().as('l'))
      .select(sql<number>`count(distinct l.client_id)::int`.as('total'))
      .executeTakeFirstOrThrow()
    const firm = (await findFirmAccount(snapshot.db))?.name
    async function* told() {
      for await (const one of byClient(snapshot.batches(lines.compile(), keys)))
        yield { name: `${one[0]!.clientCvl}-${year}`, told: certificateOf(ctx, { firm, year }, one[0]!, one) }
    }
    const title = filled(textsOf(ctx.person.idioma).paper.title, { year: String(year) })
    const after = { year, filters: Object.keys(query), documents: total }
    return { title, total, documents: told(), audited: { action: 'certificates.exported', entity: 'ledger', after } }
  })
}
