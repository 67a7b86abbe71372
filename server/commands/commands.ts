import { verifyAuditCommand } from './audit.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import type { Command } from './command.ts'
import { verifyFilesCommand } from './files.ts'
import { importCsvCommand } from './import-csv.ts'
import { importBerkaCommand, importMarketingCommand } from './import-data.ts'
import { postInterestCommand } from './interest.ts'
import { ledgerBalancesCommand, rebuildLedgerCommand, verifyLedgerCommand } from './ledger.ts'
import { migrateCommand } from './migrate.ts'
import { openApiCommand } from './openapi.ts'
import { seedCommand } from './seed.ts'
import { createUserCommand } from './user-create.ts'
import { forgetFactorsCommand, forgetGoogleCommand } from './user-forget.ts'

/** Every admin command, in the order in which the help shows them. */
export const commands: readonly Command[] = [
  migrateCommand,
  seedCommand,
  importBerkaCommand,
  importMarketingCommand,
  importCsvCommand,
  verifyLedgerCommand,
  rebuildLedgerCommand,
  ledgerBalancesCommand,
  postInterestCommand,
  verifyAuditCommand,
  verifyFilesCommand,
  backupCommand,
  restoreCommand,
  createUserCommand,
  forgetGoogleCommand,
  forgetFactorsCommand,
  openApiCommand,
]
