import { type SqlBool, sql } from 'kysely'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { DuplicateDecision } from '#contract/imports/fields.ts'
import type { ImportedRecord, listImportedRecords } from '#contract/imports/records.ts'
import { toSearchText } from '#rules/search-text.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { fullNameSql, normalizeTextSql } from '#server/core/person-name.ts'
import { selectVisibleClients, selectVisibleContacts } from '#server/domain/visibility.ts'
import { assertImportVisible } from './imports.queries.ts'

type RecordFilters = ParsedRequest<typeof listImportedRecords.count>['query']
type ImportRequest = { params: { importId: string } }

export const importedRecordSorts: Record<(typeof listImportedRecords.sortable)[number], string> = {
  line: 'r.line',
  amount: 'amount',
}

const isDuplicateSql = sql<boolean>`jsonb_typeof(r.fields -> 'duplicate') = 'object'`
const duplicateSql = (criterion: string) =>
  sql<boolean>`coalesce((r.fields -> 'duplicate' ->> ${sql.lit(criterion)})::boolean, false)`
const amountSql = sql<string | null>`(r.fields ->> 'amount')::numeric(18, 2)`

/** Whether it is written over what is there: a client by a decision, a position by another value. */
const isChangeSql = sql<SqlBool>`(r.decision is not distinct from 'update' or r.fields ->> 'positionId' is not null and r.fields ->> 'isNew' is null)`

const outcomeSql = sql<ImportedRecord['outcome']>`case
  when not r.known then case when ${isChangeSql} then 'changed' else 'new' end
  when ${isDuplicateSql} and not (r.decision is not distinct from 'update' and coalesce(r.fields -> 'changes', '{}') = '{}') then 'duplicate'
  else 'known' end`

const subjectSql = sql<string>`coalesce(
  trim(concat_ws(' ', r.fields -> 'values' ->> 'name', r.fields -> 'values' ->> 'surname')) || case when r.fields -> 'values' is null then null else '' end,
  case when r.fields ->> 'institution' is not null then concat_ws(' · ', r.fields ->> 'institution', r.fields ->> 'product', nullif(r.fields ->> 'description', '')) end,
  case when r.fields ->> 'storedKind' is not null
       then concat_ws(' · ', r.fields -> 'written' ->> 'client', r.fields -> 'written' ->> 'relation', r.fields -> 'written' ->> 'related') end,
  case when r.fields ->> 'meetingOn' is not null or r.fields ->> 'calledOn' is not null
       then concat_ws(' · ', r.fields ->> 'subject', nullif(r.fields -> 'written' ->> 'contact', ''), nullif(r.fields -> 'written' ->> 'client', '')) end,
  concat_ws(' · ', r.fields ->> 'number', r.fields ->> 'product'))`

const queryMatchingRecords = (ctx: Ctx, { outcome, search }: RecordFilters, importId: string) =>
  ctx.db
    .selectFrom('mappedImportRow as r')
    .where('r.importId', '=', importId)
    .$if(!!outcome, (rows) => rows.where(outcomeSql, 'in', outcome!))
    .$if(!!search, (rows) =>
      rows.where(sql<SqlBool>`strpos(${normalizeTextSql(subjectSql)}, ${toSearchText(search!)}) > 0`),
    )

const joinKeysSql = (object: string) =>
  sql<string>`coalesce((select string_agg(k, ',' order by k) from jsonb_object_keys(case when jsonb_typeof(r.fields -> ${sql.lit(object)}) = 'object' then r.fields -> ${sql.lit(object)} else '{}' end) k), '')`

/** The clients of the rows that the caller sees; of others the row says nothing but what the file says. */
const selectSeenClients = (ctx: Ctx) => selectVisibleClients(ctx).select('c.clientId')
const selectSeenContacts = (ctx: Ctx) => selectVisibleContacts(ctx).select('ct.id')

export const selectImportedRecords = async (
  ctx: Ctx,
  filters: RecordFilters,
  { params: { importId } }: ImportRequest,
) => {
  await assertImportVisible(ctx, importId)
  return queryMatchingRecords(ctx, filters, importId)
    .leftJoin('client', (join) =>
      join.onRef('client.id', '=', 'r.clientId').on('client.id', 'in', selectSeenClients(ctx)),
    )
    .leftJoin('contact', (join) =>
      join
        .on('contact.id', '=', sql<string>`(r.fields ->> 'contactId')::bigint`)
        .on('contact.id', 'in', selectSeenContacts(ctx)),
    )
    .innerJoin('mappedImport as i', 'i.id', 'r.importId')
    .select(['r.line', 'r.accountId', 'client.id as clientId', 'client.cvl as clientCvl', 'contact.id as contactId'])
    .select([
      sql<string>`r.line::text`.as('id'),
      subjectSql.as('subject'),
      outcomeSql.as('outcome'),
      fullNameSql<string | null>('client').as('clientName'),
      fullNameSql<string | null>('contact').as('contactName'),
      sql<string>`concat_ws(',', case when ${duplicateSql('byIdentity')} then 'identity' end, case when ${duplicateSql('byEmail')} then 'email' end,
        case when ${duplicateSql('byPhone')} then 'phone' end)`.as('duplicateBy'),
      duplicateSql('outside').as('isOutside'),
      sql<DuplicateDecision | null>`r.decision`.as('decision'),
      sql<boolean>`(${isDuplicateSql} is true and r.client_id is not null and i.kind = 'clients')`.as('mayUpdate'),
      sql<boolean>`(${isDuplicateSql} is true and not ${duplicateSql('byIdentity')})`.as('mayCreate'),
      sql<string>`case when r.decision = 'update' then ${joinKeysSql('changes')} else '' end`.as('changes'),
      sql<string>`case when r.decision = 'update' then coalesce((
        select string_agg(k, ',') from jsonb_array_elements_text(case when jsonb_typeof(r.fields -> 'kept') = 'array' then r.fields -> 'kept' else '[]' end) k), '') else '' end`.as(
        'kept',
      ),
      amountSql.as('amount'),
      sql<
        string | null
      >`coalesce(r.fields ->> 'balanceOn', r.fields ->> 'asOf', r.fields ->> 'calledOn', r.fields ->> 'meetingOn')`.as(
        'day',
      ),
    ])
}

export const countImportedRecords = async (
  ctx: Ctx,
  filters: RecordFilters,
  { params: { importId } }: ImportRequest,
) => {
  await assertImportVisible(ctx, importId)
  return queryMatchingRecords(ctx, filters, importId)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<string>`coalesce(sum(${amountSql}), 0)::numeric(18, 2)`.as('amount'),
    ])
    .executeTakeFirstOrThrow()
}
