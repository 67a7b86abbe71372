import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#db/embedded/open-database.ts'
import { migrate } from '#db/migrate/migrate.ts'
import { silent } from '#db/progress.ts'
import { writeChecksums } from '../tidy/frozen-migrations.ts'
import { projectRoot, runGates } from './gate.ts'
import { gatesWith, tests } from './gates.ts'
import { type WithMigrated, writeSchema } from './schema.ts'

// What `npm run check` runs. With --quick the tests are left out; with --write new migrations are listed, and the schema's description and types made anew.

const withMigrated: WithMigrated = async (use) => {
  const home = mkdtempSync(join(tmpdir(), 'atalaya-check-'))
  const { ownerUrl, secret, close } = await openDatabase({ home, purpose: 'command', progress: silent })
  try {
    await migrate({ ownerUrl, secret, progress: silent })
    return await use(ownerUrl)
  } finally {
    await close()
    rmSync(home, { recursive: true, force: true })
  }
}

const show = (line: string): boolean => process.stdout.write(`${line}\n`)

if (process.argv.includes('--write')) {
  for (const path of [writeChecksums(projectRoot), ...(await withMigrated(writeSchema))]) show(`written: ${path}`)
} else {
  const gates = [...gatesWith(withMigrated), ...(process.argv.includes('--quick') ? [] : [tests])]
  const broken = await runGates(gates, projectRoot, show)
  process.exitCode = broken.length === 0 ? 0 : 1
}
