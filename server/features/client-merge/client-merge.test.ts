import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rejectChangeRequest } from '#contract/approvals.ts'
import { getRecordHistory } from '#contract/audit.ts'
import { blockClient } from '#contract/client-blocks.ts'
import { findClientDuplicates } from '#contract/client-data.ts'
import { addClientDocument } from '#contract/client-documents.ts'
import { getClientKyc } from '#contract/client-kyc.ts'
import { listClientMerges, previewClientMerge } from '#contract/client-merge.ts'
import { addClientRelation, endClientRelation } from '#contract/client-relations.ts'
import { getAccount, getClient } from '#contract/clients/client.ts'
import { listClients } from '#contract/clients.ts'
import { getClientConsents } from '#contract/consents.ts'
import { addComment, listComments } from '#contract/records.ts'
import { catchRefusalCode } from '#test/harness/catch-refusal.ts'
import { createMergeFixture, type MergeFixture } from './test-merges.ts'

let fixture: MergeFixture
beforeAll(async () => {
  fixture = await createMergeFixture()
})
afterAll(() => fixture.t.drop())

const fetchClient = (clientId: string, caller = fixture.manager) => caller.call(getClient, { params: { clientId } })
const findByCvl = async (cvl: string, caller = fixture.manager) =>
  (await caller.call(listClients.page, { query: { cvl } })).rows.map(({ id }) => id)

describe('a merge of two records', () => {
  test('moves accounts and rows to the survivor once a second person agrees', async () => {
    const pair = await fixture.makePair({ bankAccounts: ['ES9121000418450200051332'] })
    const account = await fixture.t.make.account({ clientId: pair.absorbed.id })
    await fixture.t.make.movement(account.id, '1500.00')
    await fixture.manager.call(addComment, {
      params: { entity: 'client', recordId: pair.absorbed.id },
      body: { body: 'Prefiere el teléfono', mentions: [] },
    })
    const proposed = await fixture.propose(pair)
    expect(proposed.state).toBe('pending')
    expect((await fetchClient(pair.survivor.id)).accounts).toEqual([])
    await fixture.approve(proposed)
    const merged = await fetchClient(pair.survivor.id)
    expect(merged.accounts).toMatchObject([{ id: account.id, principal: '1500.00', holderRole: 'primary' }])
    expect(merged.balance).toBe('1500.00')
    const { comments } = await fixture.manager.call(listComments, {
      params: { entity: 'client', recordId: pair.survivor.id },
      query: {},
    })
    expect(comments).toMatchObject([{ body: 'Prefiere el teléfono' }])
  })

  test('leads the old address and the old CVL to the survivor', async () => {
    const pair = await fixture.makePair({ identityNumber: '12345678Z' })
    const account = await fixture.t.make.account({ clientId: pair.absorbed.id })
    await fixture.merge(pair)
    expect((await fetchClient(pair.absorbed.id)).id).toBe(pair.survivor.id)
    const params = { clientId: pair.absorbed.id, accountId: account.id }
    expect(await fixture.manager.call(getAccount, { params })).toMatchObject({ clientId: pair.survivor.id })
    expect(await findByCvl(pair.absorbed.cvl)).toEqual([pair.survivor.id])
    expect((await fixture.manager.call(listClients.count, { query: { cvl: pair.absorbed.cvl } })).total).toBe(1)
    const { matches } = await fixture.manager.call(findClientDuplicates, {
      body: { name: 'Ana', surname: '', identityKind: 'dni', identityNumber: '12345678Z', email: null, phone: null },
    })
    expect(matches).toMatchObject([{ id: pair.survivor.id, by: ['identity'] }])
  })

  test('keeps both histories in that of the survivor', async () => {
    const pair = await fixture.makePair()
    await fixture.manager.call(blockClient, {
      params: { clientId: pair.absorbed.id },
      body: { kind: 'commercial', reason: 'Reclamación', expectedEnd: null },
    })
    await fixture.merge(pair)
    const { rows } = await fixture.admin.call(getRecordHistory, {
      params: { entity: 'client', recordId: pair.survivor.id },
    })
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['client.blocked', 'client.merged', 'client.mergedInto']),
    )
  })

  test('writes the chosen fields and the gravest states', async () => {
    const pair = await fixture.makePair(
      { email: 'nuevo@correo.example', phone: '+34600112233', name: 'Eva' },
      { email: 'viejo@correo.example', phone: '+34600445566' },
    )
    await fixture.t.owner.query(
      `update dino.client set pep = true, risk_level = 4, next_review_on = '2026-09-01' where id = $1`,
      [pair.absorbed.id],
    )
    await fixture.t.owner.query(`update dino.client set address_status = 'rejected' where id = $1`, [pair.absorbed.id])
    await fixture.merge(pair, ['email'])
    expect(await fetchClient(pair.survivor.id)).toMatchObject({
      name: 'Ana',
      email: 'nuevo@correo.example',
      phone: '+34600445566',
      pep: true,
      riskLevel: 4,
      nextReviewOn: '2026-09-01',
      addressStatus: 'rejected',
    })
  })

  test('carries the forms along, and leaves a second open one with its record', async () => {
    const pair = await fixture.makePair()
    const addForm = (clientId: string, state: 'draft' | 'answered' | 'complete') =>
      fixture.select(
        `insert into dino.info_form (client_id, state, state_on, content, created_by, created_at, changed_by, changed_at, completed_by, completed_at)
         values ($1, $2::dino.info_form_state, '2026-06-01', '{}', 1, now(), 1, now(), case $3 when 'complete' then 1 end, case $3 when 'complete' then now() end)`,
        [clientId, state, state],
      )
    await addForm(pair.survivor.id, 'draft')
    await addForm(pair.absorbed.id, 'complete')
    await addForm(pair.absorbed.id, 'answered')
    const listForms = () =>
      fixture.select(
        'select client_id::text as client, state::text from dino.info_form where client_id = any($1) order by id',
        [[pair.survivor.id, pair.absorbed.id]],
      )
    const before = await listForms()
    const mergeId = await fixture.merge(pair)
    expect(await listForms()).toEqual([
      { client: pair.survivor.id, state: 'draft' },
      { client: pair.survivor.id, state: 'complete' },
      { client: pair.absorbed.id, state: 'answered' },
    ])
    expect(await fetchClient(pair.survivor.id)).toMatchObject({ formStatus: 'complete', formOn: '2026-06-01' })
    await fixture.undo(pair, mergeId)
    expect(await listForms()).toEqual(before)
    expect(await fetchClient(pair.survivor.id)).toMatchObject({ formStatus: 'draft' })
  })

  test('keeps the gravest block of both records and every kind once', async () => {
    const pair = await fixture.makePair()
    const block = (clientId: string, kind: 'commercial' | 'documents', reason: string) =>
      fixture.manager.call(blockClient, { params: { clientId }, body: { kind, reason, expectedEnd: null } })
    await block(pair.survivor.id, 'commercial', 'Del que queda')
    await block(pair.absorbed.id, 'commercial', 'Del fusionado')
    await block(pair.absorbed.id, 'documents', 'Falta el justificante')
    await fixture.merge(pair)
    const { blocks } = await fetchClient(pair.survivor.id)
    expect(blocks.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['documents', 'Falta el justificante'],
      ['commercial', 'Del que queda'],
    ])
  })

  test('adds up the shares of an account that both held', async () => {
    const pair = await fixture.makePair()
    const third = await fixture.makeClient()
    const joint = await fixture.t.make.account({ clientId: pair.absorbed.id, holders: [pair.survivor.id, third.id] })
    const own = await fixture.t.make.account({ clientId: pair.survivor.id, holders: [pair.absorbed.id] })
    await fixture.t.owner.query(`update dino.account set signature = 'all' where id in ($1, $2)`, [joint.id, own.id])
    const mergeId = await fixture.merge(pair)
    const holders = () =>
      fixture.select(
        `select account_id::text, h.client_id::text as client_id, role, round(share)::int as share, a.signature
           from dino.account_holder h join dino.account a on a.id = h.account_id where account_id in ($1, $2) order by 1, 3, 2`,
        [joint.id, own.id],
      )
    const survivorId = pair.survivor.id
    const thirdId = third.id
    const absorbedId = pair.absorbed.id
    expect(await holders()).toEqual([
      { account_id: joint.id, client_id: survivorId, role: 'primary', share: 67, signature: 'all' },
      { account_id: joint.id, client_id: thirdId, role: 'holder', share: 33, signature: 'all' },
      { account_id: own.id, client_id: survivorId, role: 'primary', share: 100, signature: 'one' },
    ])
    await fixture.undo(pair, mergeId)
    expect(await holders()).toEqual([
      { account_id: joint.id, client_id: absorbedId, role: 'primary', share: 33, signature: 'all' },
      { account_id: joint.id, client_id: survivorId, role: 'holder', share: 33, signature: 'all' },
      { account_id: joint.id, client_id: thirdId, role: 'holder', share: 33, signature: 'all' },
      { account_id: own.id, client_id: survivorId, role: 'primary', share: 50, signature: 'all' },
      { account_id: own.id, client_id: absorbedId, role: 'holder', share: 50, signature: 'all' },
    ])
  })
})

describe('who may merge', () => {
  test('answers 404 to whoever does not see both records', async () => {
    const other = await fixture.t.make.employee()
    const hidden = await fixture.makePair({ staff: { manager: other.id } })
    const reversed = { survivor: hidden.absorbed, absorbed: hidden.survivor }
    const same = { survivor: hidden.survivor, absorbed: hidden.survivor }
    for (const pair of [hidden, reversed, same]) expect(await catchRefusalCode(fixture.preview(pair))).toBe('notFound')
    const visible = await fixture.preview(hidden, fixture.admin)
    expect(visible.movesScope).toBe(true)
    await expect(
      fixture
        .propose(hidden, [], fixture.admin)
        .then(({ approvalId }) =>
          fixture.select('select guarded, lies_with_id from dino.approval where id = $1', [approvalId]),
        ),
    ).resolves.toEqual([{ guarded: true, lies_with_id: null }])
    await fixture.t.owner.query(
      `update dino.approval set state = 'expired', decided_at = now() where state = 'pending'`,
    )
  })

  test('refuses a relative of the maker and a person with a company', async () => {
    const mixed = await fixture.makePair({ kind: 'company' })
    expect((await fixture.preview(mixed)).obstacles).toEqual(['differentKinds'])
    expect(await catchRefusalCode(fixture.propose(mixed))).toBe('merge.differentKinds')
    const pair = await fixture.makePair()
    await fixture.t.owner.query(
      `insert into dino.declared_relative (employee_id, relative_client_id, relation) values ($1, $2, 'sibling')`,
      [fixture.managerRecord.id, pair.absorbed.id],
    )
    expect(await catchRefusalCode(fixture.preview(pair))).toBe('approval.ownRecord')
    await fixture.t.owner.query('delete from dino.declared_relative')
  })

  test('refuses two records with different spouses, until one of the two relations ends', async () => {
    const pair = await fixture.makePair()
    const others = await fixture.makePair()
    const marry = (clientId: string, otherId: string) =>
      fixture.manager.call(addClientRelation, { params: { clientId }, body: { otherId, kind: 'spouse', since: null } })
    const { id: relationId } = await marry(pair.survivor.id, others.survivor.id)
    const proposed = await fixture.propose(pair)
    await marry(others.absorbed.id, pair.absorbed.id)
    expect((await fixture.preview(pair)).obstacles).toContain('coupled')
    expect(await catchRefusalCode(fixture.approve(proposed))).toBe('merge.coupled')
    const params = { clientId: pair.survivor.id, relationId }
    await fixture.manager.call(endClientRelation, { params, body: { until: '2020-01-31' } })
    expect((await fixture.approve(proposed)).state).toBe('approved')
  })

  test('takes no spouses for one client', async () => {
    const pair = await fixture.makePair()
    const body = { otherId: pair.absorbed.id, kind: 'spouse', since: null } as const
    await fixture.manager.call(addClientRelation, { params: { clientId: pair.survivor.id }, body })
    expect(await catchRefusalCode(fixture.propose(pair))).toBe('merge.coupled')
  })

  test('waits for changes of either record and for payments under way', async () => {
    const pair = await fixture.makePair()
    const blocked = await fixture.manager.call(blockClient, {
      params: { clientId: pair.absorbed.id },
      body: { kind: 'legal', reason: 'Embargo', expectedEnd: null },
    })
    expect(await catchRefusalCode(fixture.propose(pair))).toBe('merge.pendingChanges')
    await fixture.direction.call(rejectChangeRequest, {
      params: { approvalId: blocked.approvalId! },
      body: { reason: 'No procede' },
    })
    await fixture.propose(pair)
    expect(await catchRefusalCode(fixture.propose(pair))).toBe('merge.pendingChanges')
  })

  test('waits for a handover that is under way', async () => {
    const pair = await fixture.makePair()
    await fixture.t.owner.query(
      `with h as (insert into dino.handover (role, to_id, from_ids, clients, capital, effective_on, reason, state, proposed_by)
         values ('banker', $1, '{}', 1, 0, '2026-07-01', 'Una prueba', 'accepted', $2) returning id)
       insert into dino.handover_client (handover_id, client_id) select id, $3 from h`,
      [fixture.managerRecord.id, fixture.manager.userId, pair.absorbed.id],
    )
    expect((await fixture.preview(pair)).obstacles).toEqual(['pendingChanges'])
  })

  test('merges two records once when two approve at the same time', async () => {
    const pair = await fixture.makePair()
    const proposed = await fixture.propose(pair)
    const results = await Promise.all(
      [fixture.direction, await fixture.t.as('direction')].map((caller) =>
        catchRefusalCode(fixture.approve(proposed, caller)),
      ),
    )
    expect(results.sort()).toEqual(['approval.decided', 'done'])
  })

  test('shows approved documents and signed consents of both records on the survivor', async () => {
    const pair = await fixture.makePair()
    for (const { id } of [pair.survivor, pair.absorbed]) {
      const [file] = await fixture.select(
        `insert into dino.stored_file (purpose, entity, entity_id, file_name, content_type, bytes, sha256)
         values ('kyc.identity.pdf', 'client', $1, 'dni.pdf', 'application/pdf', 1, sha256('x')) returning id::text`,
        [id],
      )
      await fixture.t.owner.query(
        `insert into dino.kyc_document (client_id, subject, state, identity_kind, issuing_country, identity_number, front_file_id, status_before, uploaded_by, uploaded_at)
         values ($1, 'identity', 'approved', 'dni', 'ES', '99999999R', $2, 'missing', $3, now())`,
        [id, file!.id, fixture.manager.userId],
      )
      await fixture.t.owner.query(
        `insert into dino.consent (client_id, purpose, state) values ($1, 'marketing', 'signed')`,
        [id],
      )
    }
    await fixture.manager.call(addClientDocument, {
      params: { clientId: pair.absorbed.id },
      query: { kind: 'contract', date: '2026-01-01', title: 'Contrato', fileName: 'contrato.txt' },
      content: new Blob(['Un contrato'], { type: 'application/octet-stream' }),
    } as never)
    const params = { clientId: pair.survivor.id }
    const shown = await fixture.manager.call(previewClientMerge, { params: { ...params, otherId: pair.absorbed.id } })
    expect([shown.survivor.counts.documents, shown.absorbed.counts.documents]).toEqual([1, 2])
    await fixture.approve(await fixture.propose(pair))
    expect((await fixture.manager.call(getClientKyc, { params })).documents).toHaveLength(2)
    const { purposes, history } = await fixture.manager.call(getClientConsents, { params })
    expect(history).toHaveLength(2)
    expect(purposes.find(({ purpose }) => purpose === 'marketing')?.state).toBe('signed')
  })

  test('refuses a merge of a record that changed since it was proposed', async () => {
    const pair = await fixture.makePair()
    const proposed = await fixture.propose(pair)
    await fixture.t.owner.query('update dino.client set version = version + 1 where id = $1', [pair.absorbed.id])
    expect(await catchRefusalCode(fixture.approve(proposed))).toBe('approval.changedSince')
    await fixture.direction.call(rejectChangeRequest, {
      params: { approvalId: proposed.approvalId! },
      body: { reason: 'Ha cambiado' },
    })
    await fixture.approve(await fixture.propose(pair))
  })
})

describe('undoing a merge', () => {
  test('gives each record back what it had within 24 hours', async () => {
    const pair = await fixture.makePair(
      { email: 'b@correo.example', bankAccounts: ['ES9121000418450200051332'] },
      { email: 'a@correo.example' },
    )
    const account = await fixture.t.make.account({ clientId: pair.absorbed.id })
    await fixture.t.make.movement(account.id, '900.00')
    const before = await fixture.select('select * from dino.client where id = any($1) order by id', [
      [pair.survivor.id, pair.absorbed.id],
    ])
    const mergeId = await fixture.merge(pair, ['email', 'name'])
    await fixture.t.owner.query(`update dino.client_merge set done_at = done_at - interval '23 hours' where id = $1`, [
      mergeId,
    ])
    expect(await fixture.undo(pair, mergeId)).toEqual({ state: 'done', approvalId: null })
    const after = await fixture.select('select * from dino.client where id = any($1) order by id', [
      [pair.survivor.id, pair.absorbed.id],
    ])
    expect(after.map((row) => ({ ...row, version: 0 }))).toEqual(before.map((row) => ({ ...row, version: 0 })))
    expect((await fetchClient(pair.absorbed.id)).accounts).toMatchObject([{ id: account.id }])
    expect((await fetchClient(pair.absorbed.id)).staff).toMatchObject([{ role: 'manager' }])
    expect(await findByCvl(pair.absorbed.cvl)).toEqual([pair.absorbed.id])
    expect(await catchRefusalCode(fixture.undo(pair, mergeId))).toBe('conflict.changed')
  })

  test('refuses an undo after 24 hours and once something new has come', async () => {
    const late = await fixture.makePair()
    const lateId = await fixture.merge(late)
    await fixture.t.owner.query(`update dino.client_merge set done_at = done_at - interval '25 hours' where id = $1`, [
      lateId,
    ])
    expect(await catchRefusalCode(fixture.undo(late, lateId))).toBe('merge.tooLate')
    const moved = await fixture.makePair()
    const account = await fixture.t.make.account({ clientId: moved.absorbed.id })
    const movedId = await fixture.merge(moved)
    const listMerges = () =>
      fixture.manager.call(listClientMerges, { params: { clientId: moved.survivor.id } }).then(({ merges }) => merges)
    expect(await listMerges()).toMatchObject([{ id: movedId, cvl: moved.absorbed.cvl, undoObstacle: null }])
    await fixture.t.make.movement(account.id, '10.00')
    expect(await catchRefusalCode(fixture.undo(moved, movedId))).toBe('merge.newRecords')
    expect(await listMerges()).toMatchObject([{ undoObstacle: 'newRecords' }])
  })

  test('refuses an undo once somebody else has the identity number', async () => {
    const pair = await fixture.makePair({ identityNumber: '11111111H' }, { identityNumber: '22222222J' })
    const mergeId = await fixture.merge(pair, ['identity'])
    await fixture.makeClient({ identityNumber: '22222222J' })
    expect(await catchRefusalCode(fixture.undo(pair, mergeId))).toBe('merge.newRecords')
  })

  test('asks direction to undo a merge by which money changed hands', async () => {
    const other = await fixture.t.make.employee()
    const pair = await fixture.makePair({ staff: { manager: other.id } })
    const proposed = await fixture.propose(pair, [], fixture.admin)
    await fixture.approve(proposed)
    const [{ id }] = (await fixture.select(`select id::text from dino.client_merge where survivor_id = $1`, [
      pair.survivor.id,
    ])) as [{ id: string }]
    const undone = await fixture.undo(pair, id)
    expect(undone.state).toBe('pending')
    await fixture.approve(undone)
    const theirs = await fixture.t.as('manager', other.cvl)
    expect((await fetchClient(pair.absorbed.id, theirs)).id).toBe(pair.absorbed.id)
    expect(await catchRefusalCode(fetchClient(pair.absorbed.id))).toBe('notFound')
  })

  test('hides the undo of a merge from whoever does not see the survivor', async () => {
    const pair = await fixture.makePair()
    const mergeId = await fixture.merge(pair)
    const other = await fixture.t.as('manager', (await fixture.t.make.employee()).cvl)
    expect(await catchRefusalCode(fixture.undo(pair, mergeId, other))).toBe('notFound')
    const elsewhere = await fixture.makePair()
    expect(await catchRefusalCode(fixture.undo(elsewhere, mergeId))).toBe('notFound')
  })
})
