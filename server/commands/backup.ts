import { resolve } from 'node:path'
import { prefixes } from '#contract/core/values.ts'
import { backUp } from '#db/embedded/backup.ts'
import { openDatabase } from '#db/embedded/open-database.ts'
import { restore } from '#db/embedded/restore.ts'
import { migrate } from '#db/migrate/migrate.ts'
import { readConfig } from '#server/core/config.ts'
import { verifyAudit } from '#server/features/audit/verify-audit.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { CommandError, command } from './command.ts'

const ownHome = (): string => {
  const { databaseUrl, home } = readConfig(process.env)
  if (databaseUrl)
    throw new CommandError(
      'The database of DATABASE_URL is backed up and restored with the means of its own server, pg_dump and pg_restore for example.',
    )
  return home
}

export const backupCommand = command({
  name: 'backup',
  summary: 'Copy the home folder with the running database into a new folder',
  details: `Works while people work: the copy is of one moment, the end of the copying. FOLDER must not be there yet, and be on another disk
if it is to help when this one is lost. It holds all secrets of the installation: look after it.`,
  args: [{ name: 'FOLDER', help: 'where to, a folder that is not there yet' }],
  run: ({ args, ownerUrl, progress, signal }) =>
    backUp({ home: ownHome(), ownerUrl, folder: resolve(args.FOLDER), progress, signal }),
})

export const restoreCommand = command({
  name: 'restore',
  summary: 'Make a new home from a backup, start its database and verify ledger and audit',
  details: `ATALAYA_HOME names the new home; it must not be there yet, or be empty. Every file is held against what was backed up.
Exit code 1 where the books or the audit don't verify.`,
  args: [{ name: 'FOLDER', help: 'a folder that backup made' }],
  database: false,
  run: async ({ args, progress, signal }) => {
    const home = ownHome()
    const { takenAt } = await restore({ home, folder: resolve(args.FOLDER), progress, signal })
    const database = await openDatabase({ home, purpose: 'command', progress, signal })
    try {
      const source = { ownerUrl: database.ownerUrl, secret: database.secret, home }
      await migrate({ ...source, progress })
      const verified = []
      for (const prefix of prefixes) {
        progress(`verify ${prefix}`)
        const [ledger, audit] = [
          await verifyLedger({ ...source, prefix }, undefined),
          await verifyAudit(prefix, source),
        ]
        verified.push({
          prefix,
          journals: ledger.journals,
          differences: ledger.differences,
          auditFindings: audit.findings,
        })
      }
      return { home, takenAt, verified }
    } finally {
      await database.close()
    }
  },
  failed: ({ verified }) => verified.some(({ differences, auditFindings }) => differences + auditFindings > 0),
})
