import { fileEncryptionPurpose, openFileStorage } from '#server/core/file-storage.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { verifyFiles } from '#server/domain/verify-files.ts'
import { defineCommand } from './command.ts'

export const verifyFilesCommand = defineCommand({
  name: 'files verify',
  summary: 'Read every stored file, and report those that are missing, damaged or not what was uploaded',
  details: `Without --prefix the files of all tenants. Lists too the contents that no record names; the server removes those after a day.
Exit code 1 where a file is missing, damaged, unreadable or altered.`,
  prefix: 'optional',
  run: ({ prefix, ownerUrl, secret, home, progress }) =>
    verifyFiles(prefix, {
      ownerUrl,
      files: openFileStorage(home, secretBox(secret, fileEncryptionPurpose)),
      progress: (done) => progress('read the stored files', done),
    }),
  failed: ({ problems }) => problems > 0,
})
