import { join } from 'node:path'
import type { Prefix } from '#contract/core/values.ts'
import { filesPurpose, openFiles } from '#server/core/files.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { testTenant } from '#test/harness/tenant.ts'

export const content = Buffer.from('whatever was uploaded')

/** A firm with its stored files: where the content of one stands, and one with the record that names it. */
export const firmWithFiles = async () => {
  const t = await testTenant('dino')
  const files = openFiles(t.home, secretBox(t.secret, filesPurpose))
  const pathOf = (id: string): string => join(t.home, 'files', id.slice(0, 2), id)
  const put = (prefix: Prefix): Promise<string> => files.put(prefix, content)
  const putNamed = async (prefix: Prefix, removed = false): Promise<string> => {
    const id = await put(prefix)
    await t.owner.query(
      `insert into ${prefix}.stored_file (id, purpose, entity, entity_id, file_name, content_type, bytes, sha256, removed_at)
       values ($1, 'a test', 'employee', 7, 'a', 'image/webp', $2, sha256($3), case when $4 then now() end)`,
      [id, content.length, content, removed],
    )
    return id
  }
  return { t, files, pathOf, put, putNamed }
}
