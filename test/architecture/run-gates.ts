import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#db/embedded/open-database.ts'
import { migrate } from '#db/migrate/migrate.ts'
import { ignoreProgress } from '#db/progress.ts'
import { writeChecksums } from '../tidy/frozen-migrations.ts'
import { projectRoot, runGates } from './gate.ts'
import { buildAllGates, testsGate } from './gates.ts'
import { type WithMigrated, writeSchema } from './schema.ts'

// What `npm run check` runs. With --quick the tests are left out; with --write new migrations are listed, and the schema's description and types made anew.

const withMigrated: WithMigrated = async (use) => {
  const home = mkdtempSync(join(tmpdir(), 'atalaya-check-'))
  const { ownerUrl, secret, close } = await openDatabase({ home, purpose: 'command', progress: ignoreProgress })
  try {
    await migrate({ ownerUrl, secret, progress: ignoreProgress })
    return await use(ownerUrl)
  } finally {
    await close()
    rmSync(home, { recursive: true, force: true })
  }
}

const printLine = (line: string): boolean => process.stdout.write(`${line}\n`)

if (process.argv.includes('--write')) {
  for (const path of [writeChecksums(projectRoot), ...(await withMigrated(writeSchema))]) printLine(`written: ${path}`)
} else {
  const gates = [...buildAllGates(withMigrated), ...(process.argv.includes('--quick') ? [] : [testsGate])]
  const broken = await runGates(gates, projectRoot, printLine)
  process.exitCode = broken.length === 0 ? 0 : 1
}
