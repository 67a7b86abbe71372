import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { recordAuditEvents } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { hasFirmWideScope } from '#server/core/rights.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { clientAuditPurpose, toMaskedClientValues } from '#server/domain/client-audit-values.ts'
import type { ClientValues } from '#server/domain/client-fields.ts'
import { duplicateAnswerKey, duplicateAnswerLimits } from '#server/domain/duplicate-answers.ts'
import { isWithinRateLimit } from '#server/domain/rate-limit.ts'
import type { ImportMaker } from '../mapped/import-handler-types.ts'

/** The longest of the limits: a file is asked at once, so that none by the minute says anything of it. */
const hourlyLimits = duplicateAnswerLimits.slice(-1)

/**
 * Each row of a file asks whether somebody is there, as the form does, and counts with what its maker asks there. Only whoever sees the whole firm
 * is told of nobody whom they couldn't look up. Throws `import.comparedLimit` before anything is told.
 */
export const assertMayCompareClients = async (
  ctx: Ctx,
  maker: ImportMaker,
  rows: number,
  { deps }: Pick<HttpContext, 'deps'>,
): Promise<void> => {
  if (hasFirmWideScope(maker) || rows === 0) return
  if (!(await isWithinRateLimit(deps, duplicateAnswerKey(ctx), hourlyLimits, rows)))
    throw buildRefusal('import.comparedLimit')
}

/** So many of those who were told of by a file stand one by one in the audit. */
const maxAuditedRows = 500

/** Says in the audit how many rows were compared and found, and of whom outside their scope the maker was told that they are there. */
export const auditComparedClients = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  importId: string,
  { deps }: Pick<HttpContext, 'deps'>,
): Promise<void> => {
  const { rows } = await sql<{ values: ClientValues; found: number; outside: boolean }>`
    select r.fields -> 'values' as values, (r.fields -> 'duplicate' ->> 'outside')::boolean as outside, count(*) over ()::integer as found
      from import_check r where jsonb_typeof(r.fields -> 'duplicate') = 'object' order by outside desc, r.line limit ${sql.lit(maxAuditedRows)}`.execute(
    tx,
  )
  const box = deps.getSecretBox(clientAuditPurpose)
  const outsideRows = rows.filter(({ outside }) => outside)
  await recordAuditEvents(tx, ctx, [
    {
      action: 'client.duplicatesSearched',
      entity: 'mappedImport',
      entityId: importId,
      after: { clients: rows[0]?.found ?? 0 },
    },
    ...outsideRows.map(({ values: { identityNumber = null, email = null, phone = null } }) => ({
      action: 'client.duplicatesSearched',
      entity: 'client',
      after: { ...toMaskedClientValues(box, { identityNumber, email, phone }), import: importId },
    })),
  ])
}
