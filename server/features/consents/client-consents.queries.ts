import { type Kysely, sql } from 'kysely'
import { consentPurposes } from '#contract/consents/purposes.ts'
import type { ConsentOfPurpose, downloadConsent, getClientConsents } from '#contract/consents.ts'
import type { ParsedRequest, ResponseBody } from '#contract/core/endpoint.ts'
import { ownRecordsSql } from '#db/tables/core/client-rows.ts'
import type { DB } from '#db/types.ts'
import { recordAuditEvent } from '#server/core/audit.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { userNameSql } from '#server/core/person-name.ts'
import type { HttpContext } from '#server/core/routes.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'
import { findConsentSigners } from './consent-signers.ts'
import { findEffectiveConsent, isOpenConsent } from './consent-status.ts'
import { findConsentBarrier } from './send-consents.ts'

/** The newest first, with those of records that were merged with the client's and could not move. */
const findConsentRows = (db: Kysely<DB>, clientId: string) =>
  db
    .selectFrom('consent as c')
    .leftJoin('consentVersion as v', 'v.id', 'c.versionId')
    .leftJoin('publicLink as l', 'l.id', 'c.linkId')
    .where('c.clientId', 'in', sql<string>`${ownRecordsSql(clientId)}`)
    .select([
      'c.id',
      'c.clientId',
      'c.purpose',
      'c.state',
      'v.version',
      'c.sentAt',
      'c.viewedAt',
      'c.decidedAt',
      'c.address',
    ])
    .select(['c.signerName', 'c.signerCapacity'])
    .select(['c.recipient', 'c.withdrawnAt', 'c.withdrawReason', 'c.supersededAt', 'l.expiresAt'])
    .select([
      sql<string | null>`encode(c.text_sha256, 'hex')`.as('textHash'),
      sql<boolean>`c.file_id is not null`.as('hasDocument'),
      sql<string | null>`${userNameSql('c.sent_by')}`.as('sentByName'),
      sql<string | null>`${userNameSql('c.withdrawn_by')}`.as('withdrawnByName'),
      // The day from which a newer text ends this signature.
      sql<string | null>`(select min(n.reconsent_from) from consent_version n
        where n.purpose = c.purpose and n.published_at is not null and n.version > coalesce(v.version, 0))`.as(
        'endsOn',
      ),
      sql<ConsentMail | null>`(select case when m.sent_at is not null then 'sent' when m.failed_at is not null then 'failed' else 'queued' end
        from client_mail m where m.link_id = c.link_id and m.template = 'consent.link' order by m.id desc limit 1)`.as(
        'mail',
      ),
    ])
    .orderBy('c.id', 'desc')
    .execute()

type ConsentMail = NonNullable<ConsentOfPurpose['open']>['mail']
type ConsentRow = Awaited<ReturnType<typeof findConsentRows>>[number]

const findSince = ({ withdrawnAt, supersededAt, decidedAt, viewedAt, sentAt }: ConsentRow): string | null =>
  withdrawnAt ?? supersededAt ?? decidedAt ?? viewedAt ?? sentAt

const describeOpen = (row: ConsentRow | undefined): ConsentOfPurpose['open'] =>
  row?.sentAt && row.expiresAt && row.recipient
    ? {
        sentAt: row.sentAt,
        expiresAt: row.expiresAt,
        viewedAt: row.viewedAt,
        recipient: row.recipient,
        mail: row.mail ?? 'queued',
      }
    : null

/** Consents by purpose; 404 outside the caller's scope. */
export const findClientConsents = async (
  ctx: Ctx,
  { params: { clientId } }: ParsedRequest<typeof getClientConsents>,
): Promise<ResponseBody<typeof getClientConsents>> => {
  const client = await selectVisibleClients(ctx)
    .where('c.clientId', '=', clientId)
    .innerJoin('client', 'client.id', 'c.clientId')
    .select(['client.email', 'client.blockKind', 'client.lopdStatus'])
    .select(
      sql<string[]>`array(select distinct purpose::text from consent_version where published_at is not null)`.as(
        'texts',
      ),
    )
    .executeTakeFirst()
  if (!client) throw buildRefusal('notFound')
  const rows = await findConsentRows(ctx.db, clientId)
  const purposes = consentPurposes.map((purpose): ConsentOfPurpose => {
    // What a merged record was asked or has signed beside the client's own is history.
    const own = rows.filter((row) => row.purpose === purpose && row.clientId === clientId)
    const effective = findEffectiveConsent(own)
    // What an import says of a client has no row yet.
    const imported = purpose === 'information' ? client.lopdStatus : 'not_sent'
    return {
      purpose,
      state: effective?.state ?? imported,
      since: effective ? findSince(effective) : null,
      version: effective?.version ?? null,
      endsOn: effective?.state === 'signed' ? effective.endsOn : null,
      open: describeOpen(own.find(isOpenConsent)),
      hasText: client.texts.includes(purpose),
    }
  })
  const history = rows.map(({ clientId: _, recipient, expiresAt, endsOn, mail, ...row }) => row)
  const signers = await findConsentSigners(ctx.db, clientId, ctx.businessDate)
  return { purposes, barrier: findConsentBarrier(client, signers), signers: [...signers], history }
}

/** The document of an answer, as it was made then. */
export const sendConsentDocument = async (
  ctx: Ctx,
  { params: { clientId, consentId } }: ParsedRequest<typeof downloadConsent>,
  { deps, reply }: HttpContext,
) => {
  const found = await selectVisibleClients(ctx)
    .where('c.clientId', '=', clientId)
    .innerJoin('consent', (join) => join.on('consent.clientId', 'in', sql<string>`${ownRecordsSql(clientId)}`))
    .innerJoin('storedFile', 'storedFile.id', 'consent.fileId')
    .where('consent.id', '=', consentId)
    .select(['storedFile.id', 'storedFile.fileName'])
    .executeTakeFirst()
  if (!found) throw buildRefusal('notFound')
  const content = await deps.files.read(ctx.prefix, found.id)
  await recordAuditEvent(ctx.db, ctx, { action: 'consent.downloaded', entity: 'client', entityId: clientId })
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(found.fileName)}`)
    .send(content)
}
