import { expect, test } from 'vitest'
import { createPlantedProject } from '../architecture/plant.ts'
import { clientReferencesGate } from './client-references.ts'

test('the gate of client references names a foreign key without a rule', async () => {
  const root = createPlantedProject({
    'db/schema/tenant.sql.txt': `# tables
table client_note
  column client_id bigint not null
  constraint client_note_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id)
table record_mark
  column entity text not null
  column entity_id bigint not null
table zone
  column id bigint not null
`,
    'db/tables/notes.ts': `export const manifest = {\n  tables: { client_gone: { merged: { client_id: { becomes: 'moves' } } } },\n}\n`,
  })
  expect(await clientReferencesGate.find(root)).toEqual([
    expect.stringContaining('does not say what becomes of client_note.client_id'),
    expect.stringContaining('does not say what becomes of record_mark.entity_id'),
    expect.stringContaining('names client_gone.client_id, which is no reference'),
  ])
})
