import { expect } from 'vitest'
import { createContact } from '#contract/contacts.ts'
import type { ImportKind } from '#contract/imports/fields.ts'
import { listImportedRecords } from '#contract/imports/records.ts'
import { undoImport } from '#contract/imports.ts'
import { createClientImportFixture } from '../clients/test-client-imports.ts'

type NewContact = { name: string; surname?: string; email?: string; lopdOn?: string }
type FoundContact = { id: string; stage: string; version: number; isDeleted: boolean }

/** A firm to which files of the agenda are brought. */
export const createAgendaImportFixture = async () => {
  const fixture = await createClientImportFixture()
  const { t, admin, manager } = fixture
  const query = async <R>(text: string): Promise<R[]> => (await t.owner.query(text)).rows as R[]
  const carryOut = async (id: string, leaveOut = false): Promise<void> => {
    await fixture.letGo((await fixture.submit(id, leaveOut)).approvalId)
    await fixture.run()
    expect(fixture.failures).toEqual([])
  }
  const undo = async (id: string): Promise<void> => {
    const body = { reason: 'Era el archivo del año pasado' }
    const { approvalId } = await admin.call(undoImport, { params: { importId: id }, body })
    await fixture.letGo(approvalId)
    await fixture.run()
    expect(fixture.failures).toEqual([])
  }
  /** A supervisor who may import for those under them. */
  const makeSupervisor = async () => {
    await t.owner.query(
      `insert into dino.role_grant (role, module, actions, scope) values ('supervisor', 'bt_Importar', '{view,create}', 'team') on conflict do nothing`,
    )
    const chief = await t.make.employee({ position: 'supervisor' })
    return { chief, supervisor: await t.as('supervisor', chief.cvl) }
  }
  return {
    ...fixture,
    query,
    carryOut,
    undo,
    makeSupervisor,
    uploadLines: (lines: readonly string[], kind: ImportKind, by = admin) => fixture.upload(lines.join('\n'), kind, by),
    records: async (importId: string, by = admin) =>
      (await by.call(listImportedRecords.page, { params: { importId }, query: { pageSize: 200 } })).rows,
    listFaults: async (id: string) =>
      (await fixture.faults(id)).map(({ line, field, fault }) => `${line} ${field} ${fault}`).sort(),
    makeContact: (body: NewContact) => admin.call(createContact, { body: { ownerId: manager.id, ...body } }),
    findContact: async (email: string) =>
      (
        await query<FoundContact>(
          `select id::text, stage, version, deleted_at is not null as "isDeleted" from dino.contact where email = '${email}' order by id`,
        )
      )[0],
    countEvents: async (action: string, importId: string) =>
      Number(
        (
          await query<{ count: string }>(
            `select count(*) as count from dino.audit_event where action = '${action}' and after ->> 'import' = '${importId}'`,
          )
        )[0]!.count,
      ),
  }
}
