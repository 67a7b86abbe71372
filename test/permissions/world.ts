import { type Role, type Scope, scopes } from '#contract/permissions.ts'
import { fileEncryptionPurpose, openFileStorage } from '#server/core/file-storage.ts'
import { secretBox } from '#server/core/secret-box.ts'
import type { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>

/** Where a record stands, seen from the caller: theirs, of somebody under them, of their office's zone, or of none of these. */
export const targetPlaces = ['own', 'team', 'zone', 'other'] as const
export type TargetPlace = (typeof targetPlaces)[number]

/** A member of staff with a client and an account of their own: whatever of it is shown can be told by its marks. */
export type ProbeTarget = {
  employee: { id: string; cvl: string }
  client: { id: string; cvl: string; name: string }
  accountId: string
  journalId: string
  /** Paid: nothing can be done with it any more. */
  paymentId: string
  /** Of a client who stayed: nothing can be done with it any more. */
  quoteId: string
  /** Sent: it is not sent again. */
  noticeId: string
  /** What the client has elsewhere, at an institution that is called by their name. */
  positionId: string
  /** Theirs, and called by the name of their client. */
  contactId: string
  /** To their contact. */
  callId: string
  followUpId: string
  meetingId: string
  /** Prepared for the client, who has not signed the consent to information; and a version that was made before. */
  presentationId: string
  presentationVersionId: string
  /** Another client of the same staff in the same zone, a brother or sister of the client since 2020. */
  siblingId: string
  relationId: string
  /** One of many relations that ended: the next one at each call, as it is gone once it was removed. */
  takeEndedRelation: () => string
  /** Of the sibling into the client, and undone: nothing can be done with it any more. */
  mergeId: string
  /** Refused, with a document. */
  consentId: string
  /** Complete, after an answer that somebody looked through: nothing is taken from it any more. */
  infoFormId: string
  infoFormRequestId: string
}
export type ProbeWorld = { targets: Record<TargetPlace, ProbeTarget>; me: { id: string; cvl: string } }

/** Which places a scope holds. A zone is that of the office: of what is mine or my team's it holds only what lies in it. */
const placesByScope: Record<Scope, readonly TargetPlace[]> = {
  own: ['own'],
  team: ['own', 'team'],
  zone: ['zone'],
  all: targetPlaces,
}
export const includesPlace = (scope: Scope, place: TargetPlace): boolean => placesByScope[scope].includes(place)

const presentationContent = {
  title: 'Propuesta',
  idioma: 'spanish',
  firm: null,
  clientName: 'Marca',
  clientCvl: 'D0000001',
  managerName: null,
  managerContact: '',
  on: '2026-06-01',
  startsOn: '2026-06-01',
  message: '',
  parts: ['situation'],
  texts: { title: '', subtitle: '', situation: '', proposal: '', projection: '', closing: '', legal: 'Aviso' },
  capital: '0.00',
  balance: '0.00',
  accounts: [],
  proposal: [],
}

const createPresentation = async (t: Tenant, clientId: string) => {
  const draft = { message: '', parts: ['situation'], startsOn: null, accounts: [] }
  const { rows } = await t.owner.query<{ presentationId: string; presentationVersionId: string }>(
    `with p as (insert into dino.presentation (client_id, title, content, created_by, created_at, changed_by, changed_at, idempotency_key, request_hash)
                values ($1::bigint, 'Propuesta', $2::jsonb, 1, now(), 1, now(), 'probe:' || $1::bigint, 'x') returning id)
     insert into dino.presentation_version (presentation_id, number, idioma, content, made_by, made_at, idempotency_key, request_hash)
     select p.id, 1, 'spanish', $3::jsonb, 1, now(), 'probe:' || $1::bigint, 'x' from p
     returning presentation_id as "presentationId", id as "presentationVersionId"`,
    [clientId, JSON.stringify(draft), JSON.stringify(presentationContent)],
  )
  return rows[0]!
}

const endedRelations = 100

/** The sibling is seen by whoever sees the client: what names two clients is refused for want of the client alone. */
const createSibling = async (t: Tenant, clientId: string, siblingId: string) => {
  const insertRelations = async (days: string, count: number): Promise<string[]> => {
    const { rows } = await t.owner.query<{ id: string }>(
      `insert into dino.client_relation (client_id, other_id, kind, since, until, noted_by, noted_at)
       select $1, $2, 'sibling', ${days}, 1, now() from generate_series(1, $3) returning id`,
      [clientId, siblingId, count],
    )
    return rows.map(({ id }) => id)
  }
  const [relationId] = await insertRelations(`'2020-01-01', null`, 1)
  const ended = await insertRelations(`'2018-01-01', '2019-01-01'`, endedRelations)
  const takeEndedRelation = (): string => {
    const next = ended.pop()
    if (next === undefined) throw new Error('no ended relation is left: make more of them')
    return next
  }
  const [merge] = (
    await t.owner.query<{ id: string }>(
      `insert into dino.client_merge (survivor_id, absorbed_id, state, taken, survivor_version, absorbed_version, moves_scope, asked_by, asked_at, done_at, undone_by, undone_at)
       values ($1, $2, 'undone', '{}', 1, 1, false, 1, now(), now(), 1, now()) returning id`,
      [clientId, siblingId],
    )
  ).rows
  return { siblingId, relationId: relationId!, takeEndedRelation, mergeId: merge!.id }
}

/** With the document of the answer in the store. */
const createConsent = async (t: Tenant, clientId: string): Promise<string> => {
  const files = openFileStorage(t.home, secretBox(t.secret, fileEncryptionPurpose))
  const fileId = await files.put('dino', Buffer.from('%PDF-1.7'))
  const { rows } = await t.owner.query<{ id: string }>(
    `with file as (insert into dino.stored_file (id, purpose, entity, entity_id, file_name, content_type, bytes, sha256)
                   values ($2, 'client.document', 'client', $1, 'Prueba.pdf', 'application/pdf', 8, sha256('%PDF-1.7')) returning id)
     insert into dino.consent (client_id, purpose, state, decided_at, text_sha256, recipient, address, seal, file_id)
     select $1, 'marketing', 'refused', now(), sha256('x'), 'marca@test.example', '192.0.2.1', 'x', file.id from file returning id`,
    [clientId, fileId],
  )
  return rows[0]!.id
}

const createInfoForm = async (t: Tenant, clientId: string) => {
  const { rows } = await t.owner.query<{ infoFormId: string; infoFormRequestId: string }>(
    `with link as (insert into dino.public_link (kind, client_id, token_digest, recipient, idioma, created_at, created_by, expires_at, used_at)
                   values ('info_form', $1, 'probe-form-' || $1::bigint, 'marca@test.example', 'spanish', now(), 1, now() + interval '14 days', now()) returning id),
          form as (insert into dino.info_form (client_id, state, state_on, content, created_by, created_at, changed_by, changed_at, completed_by, completed_at)
                   values ($1, 'complete', '2026-06-01', '{}', 1, now(), 1, now(), 1, now()) returning id)
     insert into dino.info_form_request (form_id, link_id, recipient, sent_by, sent_at, answers, answered_at, address, reviewed_by, reviewed_at, accepted,
       idempotency_key, request_hash)
     select form.id, link.id, 'marca@test.example', 1, now(), '{}', now(), '192.0.2.1', 1, now(), '{}', 'probe:' || $1::bigint, 'x' from form, link
     returning form_id::text as "infoFormId", id::text as "infoFormRequestId"`,
    [clientId],
  )
  return rows[0]!
}

/**
 * A firm around one member of staff: somebody under them in another zone, a neighbour in their zone, a stranger elsewhere. Each has a
 * client with an account and a movement. My own client and employee row lie outside my zone's clients, so that no scope passes for
 * another: only the employee `me` stands in their own zone, as everybody does.
 */
export const createProbeWorld = async (t: Tenant): Promise<ProbeWorld> => {
  const home = await t.make.zone('Zona propia')
  const away = await t.make.zone('Zona ajena')
  const office = await t.make.office(home.id)
  const far = await t.make.office(away.id)
  const me = await t.make.employee({ position: 'supervisor', officeId: office.id, name: 'Qmeown' })
  const staff = {
    own: me,
    team: await t.make.employee({ officeId: far.id, supervisorId: me.id, name: 'Qmeteam' }),
    zone: await t.make.employee({ officeId: office.id, name: 'Qmezone' }),
    other: await t.make.employee({ officeId: far.id, name: 'Qmeother' }),
  }
  const target = async (place: TargetPlace): Promise<[TargetPlace, ProbeTarget]> => {
    const name = `Qxcliente${place}`
    const zoneId = place === 'zone' ? home.id : away.id
    const client = await t.make.client({ name, surname: 'Marca', zoneId, staff: { manager: staff[place].id } })
    const sibling = await t.make.client({ name: `Qyotra${place}`, zoneId, staff: { manager: staff[place].id } })
    const account = await t.make.account({ clientId: client.id, officeId: far.id })
    const { journalId } = await t.make.movement(account.id, '100.00')
    const { id: paymentId } = await t.db
      .insertInto('paymentOrder')
      .values({
        kind: 'interest',
        accountId: account.id,
        clientId: client.id,
        amount: '1.00',
        state: 'paid',
        journalId,
        requestedAt: '2026-06-01T10:00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { rows } = await t.owner.query<{ id: string }>(
      `insert into dino.cancellation_quote (account_id, reason_id, state, quoted_on, quoted_at, last_journal, capital, interest, bonus,
         posted_interest, posted_bonus, penalty, withheld, net, tax_parts)
       select $1, min(id), 'retained', '2026-06-01', '2026-06-01T10:00:00Z', $2, 100, 0, 0, 0, 0, 0, 0, 100, '[]' from dino.cancellation_reason returning id`,
      [account.id, journalId],
    )
    const [notice] = (
      await t.owner.query<{ id: string }>(
        `insert into dino.client_notice (client_id, account_id, kind, about_id, about_on, amount, state, idioma, recipient, sent_at)
         values ($1, $2, 'contribution', $3, '2026-06-01', 100, 'sent', 'spanish', 'marca@test.example', '2026-06-01T10:00:00Z') returning id`,
        [client.id, account.id, journalId],
      )
    ).rows
    const { id: positionId } = await t.db
      .insertInto('externalPosition')
      .values({ clientId: client.id, kind: 'deposit', institution: `Banco ${name}`, amount: '100.00' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: contactId } = await t.db
      .insertInto('contact')
      .values({
        name,
        surname: 'Contacto',
        email: `${name}@test.example`,
        country: 'ES',
        employeeId: staff[place].id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: callId } = await t.db
      .insertInto('call')
      .values({
        contactId,
        employeeId: staff[place].id,
        calledOn: '2026-06-01',
        durationSeconds: 60,
        outcome: 'reached',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: meetingId } = await t.db
      .insertInto('meeting')
      .values({
        contactId,
        employeeId: staff[place].id,
        subject: `Reunión con ${name}`,
        startsAt: '2026-06-20T10:00:00Z',
        endsAt: '2026-06-20T11:00:00Z',
        createdBy: '1',
        createdAt: '2026-06-01T10:00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await t.db
      .insertInto('meeting')
      .values({
        contactId,
        employeeId: staff[place].id,
        subject: `R1 con ${name}`,
        stage: 'r1',
        startsAt: '2026-05-20T10:00:00Z',
        endsAt: '2026-05-20T11:00:00Z',
        state: 'held',
        result: 'Le interesa',
        closedAt: '2026-05-20T11:00:00Z',
        closedBy: '1',
        nextReviewOn: '2026-06-22',
        createdBy: '1',
        createdAt: '2026-05-01T10:00:00Z',
      })
      .execute()
    await t.db
      .insertInto('meetingAttendee')
      .values({ meetingId, startsAt: '2026-06-20T10:00:00Z', employeeId: staff[place].id })
      .execute()
    const { id: followUpId } = await t.db
      .insertInto('followUp')
      .values({
        contactId,
        employeeId: staff[place].id,
        subject: `Llamar a ${name}`,
        dueOn: '2026-06-20',
        createdBy: '1',
        createdAt: '2026-06-01T10:00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const presentation = await createPresentation(t, client.id)
    const made = {
      ...presentation,
      ...(await createSibling(t, client.id, sibling.id)),
      consentId: await createConsent(t, client.id),
      ...(await createInfoForm(t, client.id)),
      accountId: account.id,
      journalId,
      paymentId,
      quoteId: rows[0]!.id,
      noticeId: notice!.id,
      positionId,
      contactId,
      callId,
      followUpId,
      meetingId,
    }
    return [place, { employee: staff[place], client: { ...client, name }, ...made }]
  }
  const targets: [TargetPlace, ProbeTarget][] = []
  for (const place of targetPlaces) targets.push(await target(place))
  return { me, targets: Object.fromEntries(targets) as ProbeWorld['targets'] }
}

/** Gives the role that scope in the module, whatever it may do there, as a firm would in its matrix. */
export const setRoleScope = (t: Tenant, role: Role, module: string, actions: readonly string[], scope: Scope) =>
  t.owner.query(
    `insert into dino.role_grant (role, module, actions, scope) values ($1, $2, $3, $4)
     on conflict (role, module) do update set actions = excluded.actions, scope = excluded.scope`,
    [role, module, actions, scope],
  )

export const allScopes = scopes
