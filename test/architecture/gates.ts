import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { circles } from '../tidy/circles.ts'
import { databaseRules } from '../tidy/database-rules.ts'
import { documents } from '../tidy/documents.ts'
import { duplication } from '../tidy/duplication.ts'
import { featureLists } from '../tidy/features.ts'
import { frozenMigrations } from '../tidy/frozen-migrations.ts'
import { packages } from '../tidy/packages.ts'
import { shape } from '../tidy/shape.ts'
import { sqlShape } from '../tidy/sql-shape.ts'
import { testTitles } from '../tidy/test-titles.ts'
import { texts } from '../tidy/texts.ts'
import { deadCode, format, types } from '../tidy/tools.ts'
import { weight } from '../tidy/weight.ts'
import { words } from '../tidy/words.ts'
import type { Gate } from './gate.ts'
import { openApi } from './open-api.ts'
import { importRules } from './rooms.ts'
import { schemaGate, type WithMigrated } from './schema.ts'

/** Gates that read the sources themselves: no tool, no build and no database. */
export const sourceGates: readonly Gate[] = [
  shape,
  sqlShape,
  words,
  testTitles,
  duplication,
  texts,
  documents,
  databaseRules,
  frozenMigrations,
  packages,
  featureLists,
  circles,
]

/** Those that take longest: tests of their own, beside the others. */
export const slowGates: readonly Gate[] = [types, deadCode]

/** Gates that run a tool, or read what was built. One of them needs a migrated database. */
export const toolGates = (withMigrated: WithMigrated): readonly Gate[] => [
  format,
  importRules,
  weight,
  openApi,
  schemaGate(withMigrated),
]

/** Every gate of the project but the tests. */
export const gatesWith = (withMigrated: WithMigrated): readonly Gate[] => [
  ...sourceGates,
  ...slowGates,
  ...toolGates(withMigrated),
]

/** All tests, seen as they run; the gates above are among them. */
export const tests: Gate = {
  name: 'tests',
  find: (root) =>
    new Promise((done) => {
      spawn(process.execPath, [join(root, 'scripts/test.mjs')], { cwd: root, stdio: 'inherit' }).once('close', (code) =>
        done(code === 0 ? [] : [`the tests ended with ${code}`]),
      )
    }),
}
