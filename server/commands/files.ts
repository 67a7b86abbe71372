import { filesPurpose, openFiles } from '#server/core/files.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { verifyFiles } from '#server/domain/verify-files.ts'
import { command } from './command.ts'

export const verifyFilesCommand = command({
  name: 'files verify',
  summary: 'Read every stored file, and report those that are missing, damaged or not what was uploaded',
  details: `Without --prefix the files of all tenants. Lists too the contents that no record names; the server removes those after a day.
Exit code 1 where a file is missing, damaged, unreadable or altered.`,
  prefix: 'optional',
  run: ({ prefix, ownerUrl, secret, home, progress }) =>
    verifyFiles(prefix, {
      ownerUrl,
      files: openFiles(home, secretBox(secret, filesPurpose)),
      progress: (done) => progress('read the stored files', done),
    }),
  failed: ({ problems }) => problems > 0,
})
