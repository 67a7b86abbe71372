import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { getImportFaultSheet } from '#contract/imports/records.ts'
import { ImportFileFormat } from '#contract/imports.ts'
import en from '#locales/en/imports.ts'
import es from '#locales/es/imports.ts'
import pt from '#locales/pt/imports.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { formatContentDisposition } from '#server/reports/file-name.ts'
import { writeXlsx } from '#server/reports/xlsx.ts'
import { assertImportVisible } from './imports.queries.ts'
import { readFaultRowsJob } from './read-fault-rows.ts'

const getTexts = buildTextsGetter({ es, en, pt })

type Texts = ReturnType<typeof getTexts>

const describeFault = (t: Texts, field: string | null, fault: string): string => {
  const words = (t.faults as Record<string, string>)[fault] ?? fault
  const name = field === null ? undefined : (t.fields as Record<string, string>)[field]
  return name ? `${name}: ${words}` : words
}

const findFaultTexts = async (ctx: Ctx, importId: string, t: Texts): Promise<Map<number, string>> => {
  const faults = await ctx.db
    .selectFrom('mappedImportFault')
    .where('importId', '=', importId)
    .select(['line', 'field', 'fault'])
    .orderBy('line')
    .orderBy('n')
    .execute()
  const texts = new Map<number, string>()
  for (const { line, field, fault } of faults) {
    const text = describeFault(t, field, fault)
    texts.set(line, texts.has(line) ? `${texts.get(line)}; ${text}` : text)
  }
  return texts
}

/**
 * The wrong rows as they stand in the file, below its headings, with a column behind them that says what is wrong: corrected, the sheet is a file
 * to be imported. Read again from the file, row by row, as somebody asks for it.
 */
export const sendFaultSheet = async (
  ctx: Ctx,
  { params: { importId } }: ParsedRequest<typeof getImportFaultSheet>,
  { reply, deps }: HttpContext,
) => {
  await assertImportVisible(ctx, importId)
  const found = await ctx.db
    .selectFrom('mappedImport')
    .where('id', '=', importId)
    .select(['fileId', 'fileName', 'form', 'headings'])
    .executeTakeFirstOrThrow()
  if (!found.fileId) throw buildRefusal('import.tooLate')
  const t = getTexts(ctx.person.idioma)
  const texts = await findFaultTexts(ctx, importId, t)
  if (texts.size === 0) throw buildRefusal('import.noFaults')
  const { headings } = found
  const columns = headings.length
  const content = await deps.files.read(ctx.prefix, found.fileId)
  const input = { content, form: ImportFileFormat.parse(found.form), columns, lines: [...texts.keys()] }
  const pieces = deps.threads.stream(readFaultRowsJob, input)
  await recordAuditEvent(ctx.db, ctx, {
    action: 'mappedImport.exported',
    entity: 'mappedImport',
    entityId: importId,
    after: { format: 'xlsx', rows: texts.size },
  })
  const rows = (async function* () {
    for await (const piece of pieces) yield piece.map(({ line, cells }) => [...cells, texts.get(line) ?? ''])
  })()
  const file = writeXlsx({
    sheet: t.faulty.title,
    columns: [...headings, t.columns.fault].map((heading) => ({ heading, kind: 'text' })),
    rows,
    total: texts.size,
  })
  return reply
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header('content-disposition', formatContentDisposition(`${t.faulty.title} ${importId}`, ctx.businessDate, 'xlsx'))
    .send(file)
}
