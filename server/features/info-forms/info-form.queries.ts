import { type Kysely, sql } from 'kysely'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import type { getInfoForm, InfoFormRequest, InfoFormVersion } from '#contract/info-forms.ts'
import type { DB } from '#db/types.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { naturalNameSql, userNameSql } from '#server/core/person-name.ts'
import { findClientMailBarrier } from '#server/domain/client-mail.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { toInfoFormContent } from './form-content.ts'

/** The client, for whoever sees them; 404 otherwise. */
const findFormClient = async (ctx: Pick<Ctx, 'db' | 'scopes'>, clientId: string) => {
  const client = await selectVisibleClients(ctx)
    .innerJoin('client', 'client.id', 'c.clientId')
    .where('c.clientId', '=', clientId)
    .select(['client.id', 'client.cvl', 'client.kind', 'client.email', 'client.idioma', 'client.blockKind'])
    .select(['client.formStatus', 'client.formOn', naturalNameSql('client').as('name')])
    .executeTakeFirst()
  if (!client) throw buildRefusal('notFound')
  return client
}

const selectVersions = (db: Kysely<DB>, clientId: string) =>
  db
    .selectFrom('infoForm as f')
    .where('f.clientId', '=', clientId)
    .select(['f.id', 'f.state', 'f.stateOn', 'f.content', 'f.version', 'f.createdAt', 'f.changedAt', 'f.completedAt'])
    .select([
      userNameSql('f.createdBy').as('createdByName'),
      userNameSql('f.changedBy').as('changedByName'),
      userNameSql('f.completedBy').as('completedByName'),
    ])
    .orderBy('f.id', 'desc')

const selectRequests = (db: Kysely<DB>, clientId: string) =>
  db
    .selectFrom('infoFormRequest as r')
    .innerJoin('infoForm as f', 'f.id', 'r.formId')
    .innerJoin('publicLink as l', 'l.id', 'r.linkId')
    .where('f.clientId', '=', clientId)
    .select([
      'r.id',
      'r.formId',
      'r.sentAt',
      'r.recipient',
      'l.expiresAt',
      'r.viewedAt',
      'r.answeredAt',
      'r.reviewedAt',
    ])
    .select(['r.accepted', 'r.endedAt', 'r.answers'])
    .select([
      userNameSql('r.sentBy').as('sentByName'),
      userNameSql('r.reviewedBy').as('reviewedByName'),
      sql<InfoFormRequest['mail']>`coalesce((
        select case when m.sent_at is not null then 'sent' when m.failed_at is not null then 'failed' else 'queued' end
          from client_mail m where m.link_id = r.link_id and m.template = 'infoForm.link' order by m.id desc limit 1), 'sent')`.as(
        'mail',
      ),
    ])
    .orderBy('r.id', 'desc')

type RequestRow = Awaited<ReturnType<ReturnType<typeof selectRequests>['execute']>>[number]

/** An answer is shown while somebody has to look through it; then the form says what was taken. */
const toRequest = ({ formId: _, answers, accepted, ...request }: RequestRow): InfoFormRequest => ({
  ...request,
  accepted: accepted as InfoFormRequest['accepted'],
  answers: answers && !request.reviewedAt ? toInfoFormContent(answers) : null,
})

/** The form of a client with its history. */
export const findInfoForm = async (
  ctx: Ctx,
  { params: { clientId } }: ParsedRequest<typeof getInfoForm>,
): Promise<ResponseBody<typeof getInfoForm>> => {
  const client = await findFormClient(ctx, clientId)
  const [rows, requests] = await Promise.all([
    selectVersions(ctx.db, client.id).execute(),
    selectRequests(ctx.db, client.id).execute(),
  ])
  const versions = rows.map(
    ({ version: _, content, ...row }): InfoFormVersion => ({
      ...row,
      content: toInfoFormContent(content),
      requests: requests.filter(({ formId }) => formId === row.id).map(toRequest),
    }),
  )
  return {
    clientId: client.id,
    clientName: client.name,
    kind: client.kind,
    status: client.formStatus,
    statusOn: client.formOn,
    barrier: findClientMailBarrier(client),
    version: rows.reduce((sum, { version }) => sum + version, 0),
    versions,
  }
}

/** One version, with the client as papers name them; 404 where there is none. */
export const findPrintedForm = async (ctx: Ctx, clientId: string, formId: string) => {
  const client = await findFormClient(ctx, clientId)
  const form = await selectVersions(ctx.db, client.id).where('f.id', '=', formId).executeTakeFirst()
  if (!form) throw buildRefusal('notFound')
  return { client, form: { ...form, content: toInfoFormContent(form.content) } }
}
