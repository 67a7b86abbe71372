import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { listInfoFormDifferences } from '#contract/info-forms/fields.ts'
import type * as contract from '#contract/info-forms.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { assertClientWritable } from '#server/domain/find-client.ts'
import { assertContentComplete, assertContentFits, mergeAnswers, toInfoFormContent } from './form-content.ts'
import {
  assertSameVersion,
  endOpenRequest,
  insertInfoForm,
  lockInfoForm,
  publishInfoFormStatus,
} from './lock-info-form.ts'

/** The same save once more, whose first answer was lost: the caller wrote just this, and nobody wrote since. */
const isSavedBefore = (
  { version, newest, content }: Awaited<ReturnType<typeof lockInfoForm>>,
  userId: string,
  body: ParsedRequest<typeof contract.saveInfoForm>['body'],
): boolean =>
  version === body.version + 1 &&
  newest?.changedBy === userId &&
  (newest.state === 'complete') === body.completes &&
  listInfoFormDifferences(content, body.content).length === 0

/** Saves what the form says, unless somebody else has done so since. Of what is personal the audit says that it changed. */
export const storeInfoForm = (
  ctx: Ctx,
  { params: { clientId }, body }: ParsedRequest<typeof contract.saveInfoForm>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.saveInfoForm>> =>
  ctx.db.transaction().execute(async (tx) => {
    const { version, content, completes } = body
    await assertClientWritable(tx, ctx, clientId)
    const form = await lockInfoForm(tx, clientId)
    if (isSavedBefore(form, ctx.person.userId, body))
      return { version: form.version, status: await publishInfoFormStatus(tx, clientId) }
    assertSameVersion(form.version, version)
    assertContentFits(form.client.kind, content)
    if (completes && form.open?.state === 'answered') throw buildRefusal('infoForm.unreviewed')
    if (completes) assertContentComplete(form.client.kind, content)
    const { userId } = ctx.person
    const at = new Date(deps.clock()).toISOString()
    const change = { userId, at, today: ctx.businessDate }
    const formId = form.open?.id ?? (await insertInfoForm(tx, clientId, { content, version: 0 }, change))
    if (completes) await endOpenRequest(tx, { formId, clientId }, change)
    await tx
      .updateTable('infoForm')
      .set({
        content: JSON.stringify(content),
        version: (form.open?.version ?? 0) + 1,
        changedBy: userId,
        changedAt: at,
        ...(completes && {
          state: 'complete' as const,
          stateOn: ctx.businessDate,
          completedBy: userId,
          completedAt: at,
        }),
      })
      .where('id', '=', formId)
      .execute()
    const status = await publishInfoFormStatus(tx, clientId)
    await recordAuditEvent(tx, ctx, {
      action: completes ? 'infoForm.completed' : 'infoForm.changed',
      entity: 'client',
      entityId: clientId,
      after: { fields: listInfoFormDifferences(form.content, content), form: status },
    })
    return { version: version + 1, status }
  })

/** Takes the chosen fields of an answer into the open version, once. */
export const acceptInfoFormAnswers = (
  ctx: Ctx,
  { params: { clientId, requestId }, body: { version, accepted } }: ParsedRequest<typeof contract.reviewInfoForm>,
  { deps }: HttpContext,
): Promise<ResponseBody<typeof contract.reviewInfoForm>> =>
  ctx.db.transaction().execute(async (tx) => {
    await assertClientWritable(tx, ctx, clientId)
    const form = await lockInfoForm(tx, clientId)
    const request = await tx
      .selectFrom('infoFormRequest as r')
      .innerJoin('infoForm as f', 'f.id', 'r.formId')
      .where('r.id', '=', requestId)
      .where('f.clientId', '=', clientId)
      .select(['r.id', 'r.formId', 'r.answers', 'r.reviewedAt'])
      .executeTakeFirst()
    if (!request?.answers) throw buildRefusal('notFound')
    if (request.reviewedAt || request.formId !== form.open?.id) throw buildRefusal('infoForm.reviewed')
    assertSameVersion(form.version, version)
    const answers = toInfoFormContent(request.answers)
    if (accepted.some((field) => answers[field] === null))
      throw buildRefusal('request.invalid', { fields: { accepted: 'invalid' } })
    const content = mergeAnswers(form.content, answers, accepted)
    const { userId } = ctx.person
    const at = new Date(deps.clock()).toISOString()
    await tx
      .updateTable('infoFormRequest')
      .set({ reviewedBy: userId, reviewedAt: at, accepted: [...accepted] })
      .where('id', '=', request.id)
      .execute()
    await tx
      .updateTable('infoForm')
      .set({
        state: 'draft',
        stateOn: ctx.businessDate,
        content: JSON.stringify(content),
        version: form.open.version + 1,
        changedBy: userId,
        changedAt: at,
      })
      .where('id', '=', form.open.id)
      .execute()
    await publishInfoFormStatus(tx, clientId)
    await recordAuditEvent(tx, ctx, {
      action: 'infoForm.reviewed',
      entity: 'client',
      entityId: clientId,
      after: { fields: accepted },
    })
    return { version: version + 1 }
  })
