import { join } from 'node:path'
import type { Prefix } from '#contract/core/values.ts'
import { fileEncryptionPurpose, openFileStorage } from '#server/core/file-storage.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

export const uploadedContent = Buffer.from('whatever was uploaded')

/** A firm with its stored files: where the content of one stands, and one with the record that names it. */
export const createFirmWithFiles = async () => {
  const t = await createTestTenant('dino')
  const files = openFileStorage(t.home, secretBox(t.secret, fileEncryptionPurpose))
  const pathOf = (id: string): string => join(t.home, 'files', id.slice(0, 2), id)
  const put = (prefix: Prefix): Promise<string> => files.put(prefix, uploadedContent)
  const putNamed = async (prefix: Prefix, removed = false): Promise<string> => {
    const id = await put(prefix)
    await t.owner.query(
      `insert into ${prefix}.stored_file (id, purpose, entity, entity_id, file_name, content_type, bytes, sha256, removed_at)
       values ($1, 'a test', 'employee', 7, 'a', 'image/webp', $2, sha256($3), case when $4 then now() end)`,
      [id, uploadedContent.length, uploadedContent, removed],
    )
    return id
  }
  return { t, files, pathOf, put, putNamed }
}
