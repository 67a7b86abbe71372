import type { Kysely } from 'kysely'
import type { setAccountBeneficiaries } from '#contract/account-beneficiaries.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { DB } from '#db/types.ts'
import { RefusalError } from '#rules/refusal-error.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { auditDuplicateAnswer, countDuplicateAnswer } from '#server/domain/find-like-clients.ts'
import { lockVisibleAccount } from '#server/domain/lock-account.ts'
import { maskAccountNumber } from '#server/domain/mask-identifiers.ts'
import { hasLivingHolder } from './beneficiaries.queries.ts'
import { checkBeneficiaries } from './check-beneficiaries.ts'

const findCurrent = async (tx: Kysely<DB>, accountId: string) =>
  tx
    .selectFrom('accountBeneficiary as b')
    .leftJoin('client', 'client.id', 'b.clientId')
    .where('b.accountId', '=', accountId)
    .where('b.validTo', 'is', null)
    .select(['b.designation', 'b.validFrom', 'b.share', 'b.identityNumber', 'client.cvl'])
    .orderBy('b.id')
    .execute()
type CurrentBeneficiary = Awaited<ReturnType<typeof findCurrent>>[number]

/** As the audit says it: clients by their CVL, others by the end of their identity number; never a name. */
const describeBeneficiaries = (people: readonly CurrentBeneficiary[]) => ({
  beneficiaries: people.map(
    ({ cvl, identityNumber, share }) =>
      `${cvl ?? (identityNumber === null ? '••••' : maskAccountNumber(identityNumber))} ${share} %`,
  ),
})

type DesignationRequest = ParsedRequest<typeof setAccountBeneficiaries>

/** The number of a new designation: no earlier one of the account has had it. */
const findNextDesignation = async (tx: Kysely<DB>, accountId: string): Promise<number> => {
  const last = await tx
    .selectFrom('accountBeneficiary')
    .where('accountId', '=', accountId)
    .select('designation')
    .orderBy('designation', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (last?.designation ?? 0) + 1
}

/** Ends the current designation on the day and writes the new one, under the lock of the account. */
const writeDesignation = (
  ctx: Ctx,
  { params, body: { version, validFrom, beneficiaries } }: DesignationRequest,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof setAccountBeneficiaries>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { id: accountId, status } = await lockVisibleAccount(tx, ctx, params)
    if (status === 'canceled') throw buildRefusal('account.notActive')
    if (!(await hasLivingHolder(tx, accountId))) throw buildRefusal('estate.registered')
    const before = await findCurrent(tx, accountId)
    if ((before[0]?.designation ?? 0) !== version) throw buildRefusal('conflict.changed')
    if (validFrom > ctx.businessDate) throw buildRefusal('request.invalid', { fields: { validFrom: 'future' } })
    if (before[0] && validFrom < before[0].validFrom)
      throw buildRefusal('request.invalid', { fields: { validFrom: 'order' } })
    const people = await checkBeneficiaries(tx, ctx, accountId, beneficiaries)
    if (before.length === 0 && people.length === 0)
      throw buildRefusal('request.invalid', { fields: { beneficiaries: 'required' } })
    const designation = await findNextDesignation(tx, accountId)
    await tx
      .updateTable('accountBeneficiary')
      .set({ validTo: validFrom })
      .where('accountId', '=', accountId)
      .where('validTo', 'is', null)
      .execute()
    const common = {
      accountId,
      designation,
      validFrom,
      designatedAt: new Date(deps.clock()).toISOString(),
      designatedBy: ctx.person.userId,
    }
    if (people.length > 0)
      await tx
        .insertInto('accountBeneficiary')
        .values(people.map((one) => ({ ...one, ...common })))
        .execute()
    await recordAuditEvent(tx, ctx, {
      action: 'account.beneficiariesSet',
      entity: 'account',
      entityId: accountId,
      before: describeBeneficiaries(before),
      after: describeBeneficiaries(await findCurrent(tx, accountId)),
    })
    return { version: people.length > 0 ? designation : 0 }
  })

/** What a refusal says of somebody by a typed number: the caller needn't see the holder, or the beneficiary, whose it is. */
const tellingErrors = ['isHolder', 'twiceBeneficiary']

/** Writes down of which typed numbers a refusal told that they are somebody's here. Hands on the error. */
const auditNumberAnswers = async (
  ctx: Ctx,
  { body: { beneficiaries } }: DesignationRequest,
  raw: HttpContext,
  error: unknown,
): Promise<never> => {
  const wrong = error instanceof RefusalError ? (error.details.fields ?? {}) : {}
  for (const [at, { identityNumber }] of beneficiaries.entries())
    if (identityNumber !== null && tellingErrors.includes(String(wrong[`beneficiaries.${at}.name`])))
      await auditDuplicateAnswer(ctx, raw, { identityNumber, email: null, phone: null })
  throw error
}

/**
 * Replaces the designation of an account. Each identity number that is typed is compared with people whom the caller needn't see, so each counts as an
 * answer of the duplicate check: `request.tooMany` for whoever had too many.
 */
export const replaceBeneficiaries = async (
  ctx: Ctx,
  request: DesignationRequest,
  raw: HttpContext,
): Promise<ResponseBody<typeof setAccountBeneficiaries>> => {
  const typed = request.body.beneficiaries.filter(({ identityNumber }) => identityNumber !== null)
  for (let counted = 0; counted < typed.length; counted += 1) await countDuplicateAnswer(ctx, raw)
  return writeDesignation(ctx, request, raw).catch((error: unknown) => auditNumberAnswers(ctx, request, raw, error))
}
