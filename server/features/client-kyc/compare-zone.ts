import type { compareMachineZone } from '#contract/client-kyc.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { compareZone, parseMachineZone } from '#rules/machine-readable-zone.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertClientVisible } from '#server/domain/find-client.ts'
import { findZoneRecord } from './kyc.queries.ts'

/** Reads the lines and holds them against the client; nothing is kept. */
export const compareClientZone = async (
  ctx: Ctx,
  { params: { clientId }, body: { text } }: ParsedRequest<typeof compareMachineZone>,
): Promise<ResponseBody<typeof compareMachineZone>> => {
  await assertClientVisible(ctx, clientId)
  const zone = parseMachineZone(text, ctx.businessDate)
  if (!zone) throw buildRefusal('kyc.noZone', { fields: { machineZone: 'invalid' } })
  const rows = compareZone(zone, await findZoneRecord(ctx.db, clientId))
  const { isValid, wasCorrected, validUntil, permanent } = zone
  const identityNumber = rows.find(({ field }) => field === 'number')?.inZone ?? null
  return { isValid, wasCorrected, rows, identityNumber, validUntil, permanent }
}
