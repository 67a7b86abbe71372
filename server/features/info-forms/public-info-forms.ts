import type { Kysely } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { listInfoFormDifferences } from '#contract/info-forms/fields.ts'
import type * as contract from '#contract/info-forms.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import { getBusinessDate } from '#server/core/clock.ts'
import { buildRefusal } from '#server/core/errors.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { findFirmAccount } from '#server/domain/firm-account.ts'
import { maskEmail } from '#server/domain/mask-identifiers.ts'
import { notifyClientManagers } from '#server/domain/notify-client-managers.ts'
import {
  assertLinkCallAllowed,
  buildClientActor,
  type FoundLink,
  findPublicLink,
  getOpenLink,
  lockVerifiedLink,
  markLinkUsed,
  type OpenedLink,
  runOnceByLink,
} from '#server/domain/public-links.ts'
import { assertContentFits, emptyInfoForm, toInfoFormContent } from './form-content.ts'
import { lockInfoForm, publishInfoFormStatus } from './lock-info-form.ts'

const linkKinds = ['info_form'] as const

/** What a link asks for, where it still does: the form of its own client. A merge may have left it with another record. */
const findOpenRequest = (db: Kysely<DB>, { id, clientId }: Pick<OpenedLink, 'id' | 'clientId'>) =>
  db
    .selectFrom('infoFormRequest as r')
    .innerJoin('infoForm as f', 'f.id', 'r.formId')
    .innerJoin('client as c', 'c.id', 'f.clientId')
    .where('r.linkId', '=', id)
    .where('f.clientId', '=', clientId)
    .where('r.answeredAt', 'is', null)
    .where('r.endedAt', 'is', null)
    .select(['r.id', 'r.formId', 'r.viewedAt', 'c.kind'])
    .executeTakeFirst()

/** What a link asks for. Nothing of what the firm knows is shown: whoever reads the mailbox learns no more than that it asks. */
export const readFormLink = async (
  { body: { token } }: ParsedRequest<typeof contract.readInfoForm>,
  raw: HttpContext,
): Promise<ResponseBody<typeof contract.readInfoForm>> => {
  await assertLinkCallAllowed(raw, 'open')
  const link = await findPublicLink(raw, token, linkKinds)
  const none = { kind: null, expiresAt: null, usedAt: null }
  const invalid = { state: 'invalid', idioma: null, firm: null, sentTo: null, ...none } as const
  if (!link) return invalid
  const { db } = link
  const firm = (await findFirmAccount(db))?.name ?? null
  const head = { idioma: link.idioma, firm, sentTo: maskEmail(link.recipient) } as const
  if (link.usedAt) return { state: 'used', ...head, ...none, usedAt: link.usedAt }
  const request = await findOpenRequest(db, link)
  if (!request) return invalid
  if (!request.viewedAt)
    await db
      .updateTable('infoFormRequest')
      .set({ viewedAt: new Date(raw.deps.clock()).toISOString() })
      .where('id', '=', request.id)
      .where('viewedAt', 'is', null)
      .execute()
  return { state: 'open', ...head, ...none, kind: request.kind, expiresAt: link.expiresAt }
}

type Answer = ParsedRequest<typeof contract.answerInfoForm>['body']
type Answered = ResponseBody<typeof contract.answerInfoForm>

const keepAnswer = async (raw: HttpContext, { token, access, answers }: Answer): Promise<Answered> => {
  const { deps, request: call } = raw
  const { db, ...link } = await getOpenLink(raw, token, linkKinds)
  const { clientId, prefix } = link
  const at = new Date(deps.clock()).toISOString()
  await db.transaction().execute(async (tx) => {
    // The client before the link, as whoever sends does.
    const { client } = await lockInfoForm(tx, clientId)
    await lockVerifiedLink(tx, deps, link, access)
    const request = await findOpenRequest(tx, link)
    if (!request) throw buildRefusal('link.invalid')
    assertContentFits(client.kind, answers)
    const fields = listInfoFormDifferences(emptyInfoForm, answers)
    if (fields.length === 0) throw buildRefusal('infoForm.empty')
    await tx
      .updateTable('infoFormRequest')
      .set({ answers: JSON.stringify(answers), answeredAt: at, address: call.ip, viewedAt: request.viewedAt ?? at })
      .where('id', '=', request.id)
      .execute()
    await tx
      .updateTable('infoForm')
      .set({ state: 'answered', stateOn: getBusinessDate(prefix, deps.clock) })
      .where('id', '=', request.formId)
      .execute()
    await markLinkUsed(tx, link.id, at)
    await publishInfoFormStatus(tx, clientId)
    await recordAuditEvent(tx, buildClientActor(raw), {
      action: 'infoForm.answered',
      entity: 'client',
      entityId: clientId,
      after: { fields },
    })
    await notifyClientManagers(tx, [clientId], '', {
      kind: 'infoForm.answered',
      params: { name: client.cvl },
      linkOf: (id) => `/clientes/${id}#info-form`,
    })
  })
  return { answeredAt: at }
}

/** When a link was answered with just this; null where it was answered otherwise. */
const findSameAnswer = async ({ db, id, usedAt }: FoundLink, answers: Answer['answers']): Promise<Answered | null> => {
  const request = await db
    .selectFrom('infoFormRequest')
    .where('linkId', '=', id)
    .where('answeredAt', 'is not', null)
    .select('answers')
    .executeTakeFirst()
  const isSame = request?.answers && listInfoFormDifferences(toInfoFormContent(request.answers), answers).length === 0
  return isSame && usedAt ? { answeredAt: usedAt } : null
}

/** Keeps what the client proposes, once; whoever looks after them takes it into the form. */
export const answerFormLink = async (
  { body }: ParsedRequest<typeof contract.answerInfoForm>,
  raw: HttpContext,
): Promise<Answered> => {
  await assertLinkCallAllowed(raw, 'verify')
  return runOnceByLink(
    raw,
    { ...body, kinds: linkKinds },
    () => keepAnswer(raw, body),
    (link) => findSameAnswer(link, body.answers),
  )
}
