/**
 * What becomes of each reference to a client when their record is merged with another one, by `table.column`. `moves`: the row is the survivor's
 * from then on, and goes back when the merge is undone. `handled`: this feature does more with it than move it. `stays`: the row goes on
 * naming the merged record. A gate fails where a foreign key to `client`, or a table of rows about any record, is not named here.
 */
type ReferenceRule =
  | {
      becomes: 'moves'
      /** Rows about any kind of record: those of clients. */
      ofEntity?: true
      /** SQL about the row `m` of the merged record and the survivor `$survivor`: a row for which it holds stays where it is. */
      unless?: string
      /** SQL of columns that change with the move. */
      alsoSets?: string
    }
  | { becomes: 'handled'; how: string }
  | { becomes: 'stays'; because: string }

/** A relation of the two records with each other, or one that the survivor has too. */
const buildRepeatedRelationSql = (otherColumn: string) => `m.${otherColumn} = $survivor or m.until is null and exists (
  select from client_relation k where k.until is null and k.kind = m.kind and k.id <> m.id
     and (k.client_id = $survivor and k.other_id = m.${otherColumn} or k.other_id = $survivor and k.client_id = m.${otherColumn}))`

const clientReferences: Readonly<Record<string, ReferenceRule>> = {
  'account.client_id': { becomes: 'moves' },
  'account_beneficiary.client_id': {
    becomes: 'moves',
    unless: `exists (select from account_beneficiary k where k.account_id = m.account_id and k.designation = m.designation and k.client_id = $survivor)
      or exists (select from account_holder h where h.account_id = m.account_id and h.client_id = $survivor and h.role <> 'authorised')`,
  },
  'account_holder.client_id': {
    becomes: 'handled',
    how: 'shares of one account become one share, under the higher of the two roles',
  },
  'approval.subject_client_id': { becomes: 'moves' },
  'call.client_id': { becomes: 'moves' },
  'client.merged_into_id': { becomes: 'moves' },
  'client_bank_account.client_id': {
    becomes: 'moves',
    unless:
      'exists (select from client_bank_account k where k.client_id = $survivor and k.number = m.number and k.ended_at is not distinct from m.ended_at)',
    alsoSets:
      'is_default = m.is_default and not exists (select from client_bank_account k where k.client_id = $survivor and k.is_default)',
  },
  'client_bank_change.client_id': { becomes: 'moves' },
  'client_block.client_id': {
    becomes: 'moves',
    unless:
      'm.lifted_at is null and exists (select from client_block k where k.client_id = $survivor and k.kind = m.kind and k.lifted_at is null)',
  },
  'client_document.client_id': { becomes: 'moves' },
  'client_erasure.client_id': {
    becomes: 'stays',
    because: 'it says of which record erasure was asked for; while it is open nothing is merged',
  },
  'client_identity_change.client_id': { becomes: 'moves' },
  'client_list.client_id': { becomes: 'handled', how: 'derived: a merged record has no row' },
  'client_merge.absorbed_id': { becomes: 'stays', because: 'it says which records were merged' },
  'client_merge.survivor_id': { becomes: 'stays', because: 'it says which records were merged' },
  'client_mail.client_id': { becomes: 'moves' },
  'client_notice.client_id': { becomes: 'moves' },
  'client_person.client_id': {
    becomes: 'moves',
    unless: `exists (select from client_person k where k.client_id = $survivor and k.role = m.role and (m.role = 'owner'
      or lower(k.name) = lower(m.name) and lower(k.surname) = lower(m.surname) and k.identity_number is not distinct from m.identity_number))`,
  },
  'client_relation.client_id': { becomes: 'moves', unless: buildRepeatedRelationSql('other_id') },
  'client_relation.other_id': { becomes: 'moves', unless: buildRepeatedRelationSql('client_id') },
  'client_search.client_id': {
    becomes: 'handled',
    how: 'a merged record is found by its CVL, which stands in the row of the survivor',
  },
  'client_staff.client_id': {
    becomes: 'handled',
    how: 'links of the merged record end: its money is with the staff of the survivor',
  },
  'contact.client_id': { becomes: 'moves' },
  'consent.client_id': {
    becomes: 'moves',
    unless: `exists (select from consent k where k.client_id = $survivor and k.purpose = m.purpose
      and (k.state in ('sent', 'viewed') and m.state in ('sent', 'viewed') or k.state = 'signed' and m.state = 'signed'))`,
  },
  'dni_expiry_notice.client_id': { becomes: 'stays', because: 'it says of which record the staff was notified' },
  'declared_relative.relative_client_id': { becomes: 'moves' },
  'estate.client_id': {
    becomes: 'moves',
    unless: 'exists (select from estate k where k.client_id = $survivor)',
  },
  'estate_payment.client_id': { becomes: 'stays', because: 'it only grows, and says to whom it was paid' },
  'estate_recipient.client_id': {
    becomes: 'moves',
    unless: `exists (select from estate_recipient k where k.estate_id = m.estate_id and k.client_id = $survivor and (k.role = 'co_holder') = (m.role = 'co_holder'))
      or exists (select from estate e where e.id = m.estate_id and e.client_id = $survivor)`,
  },
  'external_position.client_id': { becomes: 'moves' },
  'follow_up.client_id': { becomes: 'moves' },
  'meeting.client_id': { becomes: 'moves' },
  'meeting_mail.client_id': { becomes: 'moves' },
  'meeting_attendee.client_id': {
    becomes: 'moves',
    unless: 'exists (select from meeting_attendee k where k.meeting_id = m.meeting_id and k.client_id = $survivor)',
  },
  'handover_client.client_id': { becomes: 'stays', because: 'the handover says which record it moved' },
  'info_form.client_id': {
    becomes: 'moves',
    unless:
      "m.state <> 'complete' and exists (select from info_form k where k.client_id = $survivor and k.state <> 'complete')",
  },
  'kyc_document.client_id': {
    becomes: 'moves',
    unless: `exists (select from kyc_document k where k.client_id = $survivor and k.subject = m.subject
      and (m.state = 'approved' and k.state = 'approved' or m.state in ('pending', 'verified') and k.state in ('pending', 'verified')))`,
  },
  'payment_order.client_id': { becomes: 'moves' },
  'presentation.client_id': { becomes: 'moves' },
  'public_link.client_id': { becomes: 'moves' },
  'record_assignment.entity_id': { becomes: 'stays', because: 'the survivor keeps who is in charge of it' },
  'record_attachment.entity_id': { becomes: 'moves', ofEntity: true },
  'record_comment.entity_id': { becomes: 'moves', ofEntity: true },
  'record_tag.entity_id': { becomes: 'handled', how: 'the survivor gets the tags that it lacks' },
  'stored_file.entity_id': { becomes: 'moves', ofEntity: true },
  'withholding_part.client_id': {
    becomes: 'stays',
    because: 'it only grows, and says in whose name it was withheld: tax summaries read it under the survivor',
  },
}

export type MovedReference = {
  name: string
  table: string
  column: string
  rule: Extract<ReferenceRule, { becomes: 'moves' }>
}

/** References whose rows move, bank accounts before what names them. */
export const movedReferences: readonly MovedReference[] = Object.entries(clientReferences).flatMap(([name, rule]) => {
  const [table = '', column = ''] = name.split('.')
  return rule.becomes === 'moves' ? [{ name, table, column, rule }] : []
})
