import { approveChangeRequest } from '#contract/approvals.ts'
import {
  getClientErasure,
  proposeClientErasure,
  requestClientErasure,
  withdrawClientErasure,
} from '#contract/client-erasures.ts'
import { setSecondFactorRequired } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'
import { permissions } from '#test/permissions/all-permissions.ts'
import type { ErasedClientFacts } from '#test/permissions/feature-permissions.ts'

/** What names the person of the tests, in whichever row or file it stands: none of it may be left of them. */
export const personMarkers = {
  name: 'Zenobia',
  surname: 'Quintanilla Ferrol',
  email: 'zenobia@quintanilla.example',
  phone: '+34655998877',
  identityNumber: '99999018D',
  bankNumber: 'ES9121000418450200051332',
  street: 'Calle de la Borrada',
  note: 'secretísima',
  fileName: 'retrato-suyo.txt',
  formerEmail: 'de.antes@ferrol.example',
} as const

export const fileText = `Contenido sobre ${personMarkers.name}, ${personMarkers.note}`

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
/** What the rows are made of. */
type RowFacts = ErasedClientFacts
type Given = Omit<RowFacts, 'phrase' | 'json'>
const rowTime = `'2015-03-01T10:00:00Z'`
const { name, surname, email, phone, identityNumber, bankNumber, note, formerEmail } = personMarkers

/** The record, the changes about it and the audit. */
const buildBookRows = ({ clientId, accountId, journalId, phrase, json }: RowFacts): string[] => [
  `update client set street = '${personMarkers.street}', birth_date = '1980-01-01', external_ref = '${name}-ref', block_kind = 'commercial', block_reason = '${phrase}' where id = ${clientId}`,
  `insert into client_block (client_id, kind, reason, blocked_at) values (${clientId}, 'commercial', '${phrase}', ${rowTime})`,
  `update account set close_reason = '${phrase}', external_ref = '${name}-cuenta' where id = ${accountId}`,
  `update journal set description = '${phrase}' where id = ${journalId}`,
  `insert into approval (id, task, entity, entity_id, subject_client_id, params, before, after, payload, reason, state, made_by, expires_at, decided_by, decided_at, decision_reason)
       overriding system value values (900, 'clientBlock', 'client', ${clientId}, ${clientId}, '{"who": "${phrase}", "kind": "commercial"}', '${json}', '${json}', '${json}', '${phrase}',
       'rejected', 1, now(), 2, now(), '${phrase}')`,
  `insert into audit_event (action, entity, entity_id, before, after) values ('client.changed', 'client', ${clientId}, '${json}', '${json}'),
       ('approval.proposed', 'approval', 900, null, '${json}'), ('account.canceled', 'account', ${accountId}, '${json}', null), ('payment.requested', 'payment', 900, null, '${json}')`,
  `insert into stored_file (id, purpose, entity, entity_id, file_name, content_type, bytes, sha256)
       select id::uuid, 'test', entity, 900, '${personMarkers.fileName}', 'text/plain', 1, sha256('x') from (values
       ('00000000-0000-4000-8000-000000000900', 'bankUpload'), ('00000000-0000-4000-8000-000000000901', 'import')) v (id, entity)`,
]

/** Money, and the files that brought it. */
const buildMoneyRows = ({ clientId, accountId, phrase, json }: RowFacts): string[] => [
  `insert into bank_entry (id, bank_account_id, booking_date, value_date, amount, reference, occurrence, counterparty_name, counterparty_number, remittance, end_to_end, state, account_id)
       overriding system value values (900, 1, '2015-01-01', '2015-01-01', 10, '${phrase}', 1, '${name} ${surname}', '${bankNumber}', '${phrase}', '${name}', 'noted', ${accountId})`,
  `insert into bank_statement (id, bank_account_id, file_id, sha256, position, format, file_name, reference, from_date, to_date, opening, closing, uploaded_at)
       overriding system value values (900, 1, '00000000-0000-4000-8000-000000000900', sha256('y'), 1, 'camt053', 'enero.xml', 'R', '2015-01-01', '2015-01-31', 0, 10, ${rowTime})`,
  `insert into bank_statement_line (statement_id, line, entry_id, known) values (900, 1, 900, false)`,
  `insert into payment_batch (id, state, file_kind, pay_on, idempotency_key, request_hash, made_by, made_at, file, sha256, debtor) overriding system value
       select 900, 'sent', 'pain.001', '2015-02-01', 'lote', 'h', 1, ${rowTime}, f, encode(sha256(f), 'hex'), 'Firma' from convert_to('<Nm>${phrase}</Nm>', 'UTF8') f`,
  `insert into payment_order (id, kind, account_id, client_id, amount, state, requested_at, reason, bank_account_id, idempotency_key, request_hash, batch_id) overriding system value
       select 900, 'withdrawal', ${accountId}, ${clientId}, 5, 'paid', ${rowTime}, '${phrase}', min(k.id), 'clave-900', 'h', 900 from client_bank_account k`,
  `insert into payment_step (order_id, step, state, at, reason) values (900, 1, 'paid', ${rowTime}, '${phrase}')`,
  `insert into cancellation_quote (id, account_id, reason_id, note, quoted_on, quoted_at, last_journal, capital, interest, bonus, posted_interest, posted_bonus, penalty, withheld, net, tax_parts)
       overriding system value values (900, ${accountId}, 1, '${phrase}', '2015-01-01', ${rowTime}, 1, 1, 0, 0, 0, 0, 0, 0, 1, '[]')`,
  `insert into retention_action (quote_id, offer, note, kept, acted_at) values (900, 'call', '${phrase}', false, ${rowTime})`,
  `insert into maturity_call (account_id, called_on, note) values (${accountId}, '2015-01-01', '${phrase}')`,
  `insert into scheduled_payment (account_id, amount, purpose, counterparty) values (${accountId}, 1, '${phrase}', '${name}')`,
  `insert into mapped_import (id, kind, state, file_id, file_name, sha256, headings, form, mapping, made_by, made_at, checked_at, fresh, sample) overriding system value
       values (900, 'clients', 'imported', '00000000-0000-4000-8000-000000000901', 'clientes.csv', sha256('z'), '{nombre}', '{}', '{}', 1, ${rowTime}, ${rowTime}, 1, '${json}')`,
  `insert into mapped_import_row (import_id, line, key, hash, fields, client_id) values (900, 2, repeat('k', 43), repeat('h', 43), '${json}', ${clientId})`,
  `insert into mapped_import_fault (import_id, line, n, fault, value) values (900, 2, 1, 'x', '${phrase}')`,
]

/** What the staff wrote, and papers. */
const buildPaperRows = ({ clientId, accountId, fileId, userId, phrase, json }: RowFacts): string[] => [
  `insert into list_view (list, user_id, name, filters, sort, direction, columns) values ('/clients', ${userId}, 'La mía', '{"search": "${email}"}', 'name', 'asc', '{}'),
       ('/clients', ${userId}, 'Los ${surname}', '{}', 'name', 'asc', '{}'), ('/clients', ${userId}, 'Antes', '{"search": "${formerEmail}"}', 'name', 'asc', '{}')`,
  `insert into audit_event (action, entity, entity_id, after) values ('listView.shared', 'listView', 900, '{"name": "Los ${surname}"}')`,
  `insert into record_comment (id, entity, entity_id, body, user_id) overriding system value values (900, 'client', ${clientId}, '${phrase}', 1), (901, 'account', ${accountId}, '${phrase}', 1),
       (902, 'approval', 900, '${phrase}', 1)`,
  `insert into record_comment_version (comment_id, version, body, written_at, user_id) values (900, 1, '${phrase}', ${rowTime}, 1)`,
  `insert into record_mention (comment_id, user_id, name) values (900, 1, 'Alguien')`,
  `insert into record_attachment (entity, entity_id, file_id, description, user_id) values ('account', ${accountId}, '00000000-0000-4000-8000-000000000900', '${phrase}', 1)`,
  `insert into client_document (client_id, kind, origin, file_id, title, document_date) values (${clientId}, 'contract', 'upload', '${fileId}', '${phrase}', '2015-01-01')`,
  `insert into kyc_document (client_id, subject, identity_kind, issuing_country, identity_number, machine_zone, front_file_id, status_before, uploaded_at, reject_reason)
       values (${clientId}, 'identity', 'dni', 'ES', '${identityNumber}', '${phrase}', '${fileId}', 'missing', ${rowTime}, '${phrase}')`,
  `insert into presentation (id, client_id, title, content, created_by, created_at, changed_by, changed_at, idempotency_key, request_hash) overriding system value
       values (900, ${clientId}, '${phrase}', '${json}', 1, ${rowTime}, 1, ${rowTime}, 'p900', 'h')`,
  `insert into presentation_version (presentation_id, number, idioma, content, made_by, made_at, idempotency_key, request_hash) values (900, 1, 'spanish', '${json}', 1, ${rowTime}, 'v900', 'h')`,
]

/** Sends, relations and histories of the person. */
const buildPeopleRows = ({ clientId, otherId, accountId, userId, phrase, json }: RowFacts): string[] => [
  `insert into public_link (id, kind, client_id, token_digest, recipient, idioma, created_at, expires_at) overriding system value
       values (900, 'consent', ${clientId}, 'digest-900', '${email}', 'spanish', ${rowTime}, now())`,
  `insert into consent (client_id, purpose, state, link_id, text_sha256, recipient, address, user_agent, seal, decided_at) values
       (${clientId}, 'information', 'signed', 900, sha256('t'), '${email}', '10.9.8.7', '${name} browser', 'seal', ${rowTime}), (${clientId}, 'marketing', 'signed', 900, sha256('t'), '${email}', '10.9.8.7', null, 'seal', ${rowTime})`,
  `insert into public_link (id, kind, client_id, token_digest, recipient, idioma, created_at, expires_at) overriding system value
       values (901, 'info_form', ${clientId}, 'digest-901', '${email}', 'spanish', ${rowTime}, now())`,
  `insert into info_form (id, client_id, state, state_on, content, created_by, created_at, changed_by, changed_at, completed_by, completed_at) overriding system value
       values (900, ${clientId}, 'complete', '2015-01-01', '${json}', 1, ${rowTime}, 1, ${rowTime}, 1, ${rowTime})`,
  `insert into info_form_request (form_id, link_id, recipient, sent_by, sent_at, answers, answered_at, address, idempotency_key, request_hash)
       values (900, 901, '${email}', 1, ${rowTime}, '${json}', ${rowTime}, '10.9.8.7', 'f900', 'h')`,
  `insert into client_mail (client_id, template, recipient, idioma, secret, created_at, next_at) values (${clientId}, 'link.code', '${email}', 'spanish', '${note}', ${rowTime}, now() + interval '1 day')`,
  `insert into client_notice (client_id, account_id, kind, about_id, about_on, recipient, idioma, state, sent_at) values (${clientId}, ${accountId}, 'contribution', 1, '2015-01-01', '${email}', 'spanish', 'sent', ${rowTime})`,
  `insert into external_position (id, client_id, kind, institution, description) overriding system value values (900, ${clientId}, 'deposit', 'Banco de ${name}', '${phrase}')`,
  `insert into external_position_value (position_id, as_of, amount) values (900, '2015-01-01', 7)`,
  `insert into estate (id, client_id, died_on, registered_at, registered_by, released_at, released_by) overriding system value values (900, ${clientId}, '2015-01-01', ${rowTime}, 1, ${rowTime}, 1)`,
  `insert into estate_requirement (estate_id, kind, state, note, changed_at, changed_by) values (900, 'title', 'accepted', '${phrase}', ${rowTime}, 1)`,
  `insert into call (client_id, duration_seconds, outcome, sold, external_ref) values (${clientId}, 1, 'contacted', false, '${name}-llamada')`,
  `insert into meeting (employee_id, client_id, subject, place, link, note, starts_at, ends_at, state, result, closed_at, closed_by, created_by, created_at)
       select min(id), ${clientId}, '${phrase}', '${phrase}', '${phrase}', '${phrase}', ${rowTime}, ${rowTime}::timestamptz + interval '1 hour', 'canceled', '${phrase}', ${rowTime}, 1, 1, ${rowTime} from employee`,
  `insert into meeting_mail (meeting_id, client_id, method, sequence, recipient, name, idioma, created_at, next_at)
       select id, ${clientId}, 'request', 0, '${email}', '${phrase}', 'spanish', ${rowTime}, now() + interval '1 day' from meeting where client_id = ${clientId}`,
  `insert into meeting_attendee (meeting_id, starts_at, client_id) select id, starts_at, ${clientId} from meeting where client_id = ${clientId}`,
  `insert into follow_up (employee_id, client_id, subject, note, due_on, state, result, closed_at, closed_by, created_by, created_at)
       select min(id), ${clientId}, '${phrase}', '${phrase}', '2015-01-01', 'deleted', '${phrase}', ${rowTime}, 1, 1, ${rowTime} from employee`,
  `insert into contact (name, surname, email, phone, country, observations, client_id, converted_at) values ('${name}', '${surname}', '${email}', '${phone}', 'ES', '${phrase}', ${clientId}, ${rowTime})`,
  // Noted on the page of the contact after they had become the client.
  `insert into record_comment (id, entity, entity_id, body, user_id) overriding system value select 903, 'contact', id, '${phrase}', 1 from contact where client_id = ${clientId}`,
  `insert into record_comment_version (comment_id, version, body, written_at, user_id) values (903, 1, '${phrase}', ${rowTime}, 1)`,
  `insert into mapped_import_row (import_id, line, key, hash, fields)
       select 900, 3, repeat('c', 43), repeat('h', 43), jsonb_build_object('contactId', id::text, 'values', '${json}'::jsonb) from contact where client_id = ${clientId}`,
  `insert into mapped_import_fault (import_id, line, n, fault, value) values (900, 3, 1, 'x', '${phrase}')`,
  `insert into client_person (client_id, role, name, surname, identity_number, email, phone, guardianship) values (${clientId}, 'guardian', '${name}', '${surname}', '${identityNumber}', '${email}', '${phone}', 'parent')`,
  `insert into client_person (id, client_id, role, name, surname, identity_number, email, phone, powers, valid_from, valid_to) overriding system value
       values (900, ${otherId}, 'representative', '${name}', '${surname}', '${identityNumber}', '${email}', '${phone}', 'sole', '2011-01-01', '2012-01-01')`,
  `insert into consent (client_id, purpose, state, link_id, text_sha256, recipient, address, seal, decided_at, signer_capacity, signer_name, signer_person_id) values
       (${otherId}, 'marketing', 'signed', 900, sha256('t'), '${email}', '10.9.8.7', 'seal', ${rowTime}, 'representative', '${name} ${surname}', 900)`,
  `insert into account_beneficiary (account_id, designation, name, surname, identity_kind, identity_number, relationship, share, valid_from, designated_at, designated_by)
       values (${accountId}, 1, '${name}', '${surname}', 'other', '${identityNumber}', '${name}', 100, '2015-01-01', ${rowTime}, 1)`,
  `insert into client_relation (client_id, other_id, kind, noted_by, noted_at) values (${clientId}, ${otherId}, 'spouse', 1, ${rowTime})`,
  `insert into client_identity_change (client_id, sets_identity, sets_email, email, seen_email, seen_identity, state, done_at, asked_by, asked_at) values (${clientId}, false, true, '${email}', '${formerEmail}', '${json}', 'done', ${rowTime}, 1, ${rowTime})`,
  `insert into client_bank_change (client_id, kind, number, holder, idempotency_key, request_hash, asked_by, asked_at, bank_account_id, state, done_at)
       select ${clientId}, 'add', '${bankNumber}', '${phrase}', 'b900', 'h', 1, ${rowTime}, min(id), 'done', ${rowTime} from client_bank_account`,
  `update client_bank_account set holder = '${name} ${surname}', ended_at = ${rowTime}, is_payout = false, is_default = false where client_id = ${clientId}`,
  `insert into client_merge (survivor_id, absorbed_id, state, done_at, taken, survivor_version, absorbed_version, moves_scope, asked_by, asked_at, undone_at, survivor_before, moved_rows, replaced_rows)
       values (${clientId}, ${otherId}, 'undone', ${rowTime}, '{}', 1, 1, false, 1, ${rowTime}, ${rowTime}, '${json}', '${json}', '${json}')`,
  `insert into registry.notification (user_id, prefix, kind, params, link) values (${userId}, 'dino', 'consent.signed', '{"name": "${name} ${surname}"}', '/clientes/${clientId}'),
       (${userId}, 'dino', 'consent.signed', '{"name": "${name} ${surname}"}', null)`,
  `insert into registry.draft (user_id, prefix, form, content) values (${userId}, 'dino', 'clients/${clientId}', '${json}'), (${userId}, 'dino', 'clients/new', '{"email": "${email}"}'),
       (${userId}, 'dino', 'clients/new?2', '{"surname": "${surname}", "email": "${formerEmail}"}')`,
]

/** A row in each table that can say something of a client, as the features write them, and as the owner may all at once. */
const buildRichRows = (given: Given): string[] => {
  const phrase = `${name} ${surname}, ${note}`
  const facts = { ...given, phrase, json: JSON.stringify({ text: phrase }) }
  return [
    ...buildBookRows(facts),
    ...buildMoneyRows(facts),
    ...buildPaperRows(facts),
    ...buildPeopleRows(facts),
    ...permissions.flatMap(({ erasedRows }) => erasedRows?.(facts) ?? []),
  ]
}

/** A firm with a client who left more than ten years ago, and of whom every table says something. */
export const createErasureFixture = async () => {
  const t: Tenant = await createTestTenant('dino')
  await setSecondFactorRequired(t.db, false)
  const managerRecord = await t.make.employee()
  const manager = await t.as('manager', managerRecord.cvl)
  const admin = await t.as('admin')
  const direction = await t.as('direction')
  const makeClient = (given: Parameters<typeof t.make.client>[0] = {}) =>
    t.make.client({ staff: { manager: managerRecord.id }, checked: true, ...given })

  /** An account that was closed on that day, with money in and out of it. */
  const makeClosedAccount = async (clientId: string, closedOn: string) => {
    const account = await t.make.account({ clientId, openedOn: '2012-01-02' })
    const { journalId } = await t.make.movement(account.id, '1000.00', 'contribution', '2012-01-02')
    await t.make.movement(account.id, '-1000.00', 'withdrawal', closedOn)
    await t.owner.query(`update dino.account set status = 'expired', closed_on = $2, expires_on = $2 where id = $1`, [
      account.id,
      closedOn,
    ])
    await t.make.refresh(clientId)
    return { accountId: account.id, journalId }
  }
  const fillRichly = async (given: Given): Promise<void> => {
    await t.owner.query('set search_path = dino; set session_replication_role = replica')
    for (const statement of buildRichRows(given)) await t.owner.query(statement)
    await t.owner.query('reset session_replication_role; reset search_path')
    await t.make.refresh(given.clientId)
  }
  const request = (clientId: string, caller = manager) =>
    caller.call(requestClientErasure, {
      params: { clientId },
      body: { requestedOn: '2026-06-01', reason: `Lo pide ${personMarkers.name}` },
    })
  const withdraw = (clientId: string, caller = manager) =>
    caller.call(withdrawClientErasure, { params: { clientId }, body: { reason: 'Ha cambiado de idea' } })
  const propose = (clientId: string, caller = admin) =>
    caller.call(proposeClientErasure, { params: { clientId }, body: { reason: `Ya toca ${personMarkers.name}` } })
  const approve = ({ approvalId }: { approvalId: string | null }, caller = direction) =>
    caller.call(approveChangeRequest, { params: { approvalId: approvalId! }, body: {} })
  const fetch = (clientId: string, caller = manager) => caller.call(getClientErasure, { params: { clientId } })
  const select = async (text: string, values: unknown[] = []) => (await t.owner.query(text, values)).rows
  const calls = { request, withdraw, propose, approve, fetch, select }
  return { t, manager, managerRecord, admin, direction, makeClient, makeClosedAccount, fillRichly, ...calls }
}
export type ErasureFixture = Awaited<ReturnType<typeof createErasureFixture>>
