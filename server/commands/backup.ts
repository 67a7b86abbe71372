import { join, resolve } from 'node:path'
import { prefixes } from '#contract/core/values.ts'
import { createBackup } from '#db/embedded/backup.ts'
import { openDatabase } from '#db/embedded/open-database.ts'
import { restoreHome } from '#db/embedded/restore.ts'
import type { SealKind } from '#db/embedded/seal-backup.ts'
import { migrate } from '#db/migrate/migrate.ts'
import { readConfig } from '#server/core/config.ts'
import { verifyAudit } from '#server/features/audit/verify-audit.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import { buildMigrationProgress } from '#server/process-lifetime.ts'
import { chooseBackupSeal, requestSealOpener } from './backup-opener.ts'
import { CommandError, defineCommand } from './command.ts'

const getEmbeddedHome = (): string => {
  const { databaseUrl, home } = readConfig(process.env)
  if (databaseUrl)
    throw new CommandError(
      'The database of DATABASE_URL is backed up and restored with the means of its own server, pg_dump and pg_restore for example.',
    )
  return home
}

export const backupCommand = defineCommand({
  name: 'backup',
  summary: 'Copy the home folder with the running database into a new folder',
  details: `Works while people work: the copy is of one moment, the end of the copying. FOLDER must not be there yet, and be on another disk
if it is to help when this one is lost.

Without an option whoever has the folder can read all of it, the secret of the installation among it: look after it. With --passphrase
or --without-secret every file is encrypted. The passphrase is taken from ATALAYA_BACKUP_PASSPHRASE, from --passphrase-file, or asked
for; it is never an argument. With --without-secret the installation's own secret opens the backup and isn't readable in it: keep a copy
of ${join('database', 'secrets.json')} of the home somewhere else, or nobody can restore it.`,
  args: [{ name: 'FOLDER', help: 'where to, a folder that is not there yet' }],
  options: {
    passphrase: { help: 'encrypt all of it with a passphrase' },
    'passphrase-file': { value: 'FILE', help: 'the same, the passphrase being the first line of FILE' },
    'without-secret': { help: "encrypt all of it with the installation's secret, which is then not readable in it" },
  },
  run: async ({ args, options, ownerUrl, secret, progress, signal }) =>
    createBackup({
      home: getEmbeddedHome(),
      ownerUrl,
      folder: resolve(args.FOLDER),
      opener: await chooseBackupSeal(options, secret, signal),
      progress,
      signal,
    }),
})

export const restoreCommand = defineCommand({
  name: 'restore',
  summary: 'Make a new home from a backup, start its database and verify ledger and audit',
  details: `ATALAYA_HOME names the new home; it must not be there yet, or be empty. Every file is held against what was backed up.
Exit code 1 where the books or the audit don't verify.

An encrypted backup is opened by its passphrase, from ATALAYA_BACKUP_PASSPHRASE or --passphrase-file, or by the secret of the
installation that it was taken of, from ATALAYA_SECRET or --secret-file; what is missing is asked for. With a wrong one nothing is changed.`,
  args: [{ name: 'FOLDER', help: 'a folder that backup made' }],
  options: {
    'passphrase-file': { value: 'FILE', help: 'a file whose first line is the passphrase' },
    'secret-file': { value: 'FILE', help: 'a copy of secrets.json, or a file whose first line is the secret' },
  },
  database: false,
  run: async ({ args, options, progress, signal }) => {
    const home = getEmbeddedHome()
    const findOpener = (kind: SealKind): Promise<string> => requestSealOpener(kind, options, signal)
    const { takenAt } = await restoreHome({ home, folder: resolve(args.FOLDER), findOpener, progress, signal })
    const database = await openDatabase({ home, purpose: 'command', progress, signal })
    try {
      const source = { ownerUrl: database.ownerUrl, secret: database.secret, home }
      await migrate({ ...source, progress: buildMigrationProgress(progress) })
      const verified = []
      for (const prefix of prefixes) {
        progress(`verify ${prefix}`)
        const ledger = await verifyLedger({ ...source, prefix }, undefined)
        const audit = await verifyAudit(prefix, source)
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
